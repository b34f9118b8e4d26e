/** reactions: the emoji that people send to everyone who has the tab open. They are seen for a moment, and never stored. */
export const reactionEmoji = ['👍', '❤️', '🎉', '👏', '😂', '😮', '🤔', '👀'] as const;
export type ReactionEmoji = (typeof reactionEmoji)[number];

export const isReactionEmoji = (value: unknown): value is ReactionEmoji => reactionEmoji.some((emoji) => emoji === value);
