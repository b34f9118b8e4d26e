/** news: what others and agents did since a person's last visit. */
import type { Author } from '#schema/access.ts';
import type { Activity } from '#schema/history.ts';

type News = {
  /** Each once, the latest first: `Grace`, `Ada` of an agent. */
  readonly authors: readonly { readonly name: string; readonly agent: boolean }[];
  readonly elements: number;
  /** Where the latest of it is. */
  readonly tabId: string;
};

/** `activity`: newest first. Null if there is nothing new; what the person edited is not. */
export function newsSince(
  activity: readonly Activity[],
  since: number,
  self: Pick<Author, 'name' | 'color'> | null,
): News | null {
  const isOwn = ({ agent, author }: Activity): boolean => !agent && author.name === self?.name && author.color === self.color;
  const entries = activity.filter((entry) => entry.to > since && !isOwn(entry));
  const [latest] = entries;
  if (latest === undefined) return null;
  const authors = new Map(entries.map(({ author, agent }) => [`${author.name} ${agent}`, { name: author.name, agent }]));
  return {
    authors: [...authors.values()],
    elements: entries.reduce((sum, { elements }) => sum + elements, 0),
    tabId: latest.tabId,
  };
}
