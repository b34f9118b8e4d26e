/**
 * reaction-menu: the reactions, which rise from over the emoji that is pressed, and by keyboard from where the pointer
 * rests on the canvas. The menu stays open, and the digits send while it has the focus.
 */
import { SmilePlus } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';

import type { Point } from '#schema/element.ts';
import { reactionEmoji } from '#schema/reactions.ts';

import { pastePlace } from '../clipboard/take-drops.ts';
import { sendReaction } from '../people/send-reaction.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { toolbarProps } from '../ui/toolbar-keys.ts';
import { BarPopover } from '../ui/bar-popover.tsx';
import css from './reaction-menu.module.css';
import { canvasTexts, reactionNames } from '../strings/canvas.ts';

/** Window pixels from the emoji of the menu. */
const clearPx = 28;

export function ReactionMenu() {
  const editor = useEditor();
  return (
    <BarPopover
      title={canvasTexts.reactions}
      icon={<SmilePlus />}
      keys="Shift+R"
      open={editor.canvas.reacting}
      focusAfter={() => editor.canvas.host}
    >
      <Choices editor={editor} />
    </BarPopover>
  );
}

function Choices({ editor }: { readonly editor: Editor }) {
  const { onKeyDown: moveFocus, ...toolbar } = toolbarProps(canvasTexts.reactions);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const emoji = /^[1-9]$/.test(event.key) ? reactionEmoji[Number(event.key) - 1] : undefined;
    if (emoji === undefined) return moveFocus(event);
    event.stopPropagation();
    sendReaction(editor, emoji, pastePlace(editor).at);
  };
  return (
    <div className={css['choices']} {...toolbar} role="toolbar" tabIndex={-1} onKeyDown={onKeyDown}>
      {reactionEmoji.map((emoji, index) => (
        <button
          key={emoji}
          type="button"
          className={css['choice']}
          aria-label={reactionNames[emoji]}
          aria-keyshortcuts={String(index + 1)}
          title={reactionNames[emoji]}
          onClick={(event) => sendReaction(editor, emoji, placeOfPress(event, editor))}
        >
          {emoji}
          <span className={css['digit']} aria-hidden>
            {index + 1}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Over the menu, above the emoji that was pressed. A press by keyboard has no place of its own. */
function placeOfPress({ detail, clientX, currentTarget }: MouseEvent, editor: Editor): Point {
  const top = currentTarget.parentElement?.getBoundingClientRect().top ?? 0;
  const at = detail === 0 ? null : editor.canvas.inWindow(clientX, top - clearPx);
  if (at === null) return pastePlace(editor).at;
  const { x, y } = editor.viewport.toCanvas(at);
  return [x, y];
}
