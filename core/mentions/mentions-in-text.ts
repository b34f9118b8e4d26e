/**
 * Mentions in the text of a comment.
 *
 * A writer sends `@` and the id of a person, or their name. The stored text has `@` and the name, as everyone reads it, and a list of the people
 * beside it: a mention is found again by its name.
 */
import type { MentionedPerson } from '#schema/comment.ts';

const sentForm = /@(user_[0-9a-z]{16,40})(?![0-9a-z_])/g;
/** Letters of scripts that put spaces between words: `@Ann` is not in `@Anna` or `mail@ann`. */
const wordEnd = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]$/u;
const wordStart = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]/u;

/** The ids that a sent text mentions, each once, in order. */
export const mentionedIds = (sent: string): string[] => [
  ...new Set(Array.from(sent.matchAll(sentForm), ([, id]) => id).filter((id) => id !== undefined)),
];

/** A sent text as it is stored. */
export const withNames = (sent: string, people: readonly MentionedPerson[]): string =>
  sent.replaceAll(sentForm, (written, id: string) => {
    const person = people.find((candidate) => candidate.id === id);
    return person === undefined ? written : `@${person.name}`;
  });

/** Whom a sent text mentions: by their ids, or by names that only one of the members has. Each once. */
export function mentionsIn(sent: string, members: readonly MentionedPerson[]): MentionedPerson[] {
  const ids = new Set(mentionedIds(sent));
  const byId = members.filter(({ id }) => ids.has(id));
  const byName = members.filter(({ id, name }) => !members.some((other) => other.id !== id && other.name === name));
  const named = partsOf(withNames(sent, byId), byName).flatMap(({ person }) => person ?? []);
  return [...new Map([...byId, ...named].map(({ id, name }) => [id, { id, name }])).values()];
}

/** `person` is null between mentions. The texts together are the whole text. */
export type CommentPart<P extends MentionedPerson = MentionedPerson> = { readonly text: string; readonly person: P | null };

/** Cuts a text at its mentions. Where several names fit, the longest one counts. */
export function partsOf<P extends MentionedPerson>(text: string, people: readonly P[]): CommentPart<P>[] {
  const longestFirst = people.toSorted((a, b) => b.name.length - a.name.length);
  const parts: CommentPart<P>[] = [];
  let start = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const person = wordEnd.test(text.slice(Math.max(0, at - 2), at)) ? undefined : personAt(text, at + 1, longestFirst);
    if (person === undefined) continue;
    if (at > start) parts.push({ text: text.slice(start, at), person: null });
    start = at + 1 + person.name.length;
    parts.push({ text: text.slice(at, start), person });
    at = start - 1;
  }
  if (start < text.length) parts.push({ text: text.slice(start), person: null });
  return parts;
}

const personAt = <P extends MentionedPerson>(text: string, at: number, people: readonly P[]): P | undefined =>
  people.find(({ name }) => text.startsWith(name, at) && !wordStart.test(text.slice(at + name.length, at + name.length + 2)));
