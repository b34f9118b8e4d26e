/** send-reaction: shows a reaction to everyone who has the tab open, at a point of the canvas. */
import type { Point } from '#schema/element.ts';
import type { ReactionEmoji } from '#schema/reactions.ts';

import type { Editor } from '../state/editor.ts';
import { reactionMs } from '../state/reactions.ts';
import { peopleTexts } from '../strings/people.ts';

/** Nothing happens if the last one was a moment ago. */
export function sendReaction({ canvas, session, announce }: Editor, emoji: ReactionEmoji, [x, y]: Point): void {
  const { reactions } = canvas;
  const number = Date.now();
  if (!reactions.maySend(number)) return;
  const reaction = { number, emoji, x, y };
  reactions.take('self', reaction, null);
  session.show({ reaction });
  if (reactions.isSpoken('self', emoji, number)) announce(peopleTexts.youReacted(emoji));
  // Those who come later see nothing of it.
  setTimeout(() => {
    if (reactions.latestOf('self') === number) session.show({ reaction: null });
  }, reactionMs);
}

/** Takes the reactions of others on the tab, and announces them, until the returned function is called. */
export function takeReactions({ session, tab, canvas, announce }: Editor): () => void {
  return session.people.subscribe(() => {
    for (const { key, reaction, user, tab: on } of session.people.get()) {
      if (reaction === null || on !== tab.id || !canvas.reactions.take(key, reaction, user)) continue;
      if (canvas.reactions.isSpoken(key, reaction.emoji, Date.now())) announce(peopleTexts.reacted(user.name, reaction.emoji));
    }
  });
}
