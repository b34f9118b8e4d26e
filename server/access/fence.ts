/**
 * Fences: limits of a token beyond its access (SPEC.md, AC17 to AC23). `authorize` applies them to every write; what a changeset does
 * inside its tab is judged where it is planned (server/app/fenced-changeset.ts).
 */
import type { FencedWrite, TokenFence } from '#schema/access.ts';
import type { Level } from '#schema/access.ts';
import { problem, type Problem } from '#schema/problem.ts';

import type { Actor } from './actor.ts';

/** A write, as its place in the application describes it. */
export type FencedCall = {
  /** For the audit log: `<noun>.<verb>`. */
  readonly action?: string;
  /** The tab that is written to, if that is known before the document is read. */
  readonly tab?: string;
  readonly required: Level;
};

/** What a fence says of a write: the operations of a changeset have names of their own, and are judged with the plan. */
type Kind = Exclude<FencedWrite, 'draw'> | 'changeset' | 'task' | 'proposal';

const kinds: readonly (readonly [actions: RegExp, kind: Kind])[] = [
  [/^(?:changeset\.apply|tab\.replace)$/, 'changeset'],
  [/^(?:changeset\.revert|tab\.restore)$/, 'revert'],
  [/^tab\.illustrate$/, 'illustrate'],
  [/^tab\.(?:create|change|remove)$/, 'tab'],
  [/^(?:comment\.|item\.comment)/, 'comment'],
  [/^item(?:-types)?\./, 'card'],
  [/^sheet\./, 'sheet'],
  [/^image\./, 'image'],
  [/^presence\./, 'presence'],
  [/^task\./, 'task'],
  [/^proposal\.withdraw$/, 'proposal'],
];

/** Kinds whose tab is known only once the document is read, and that check it there. */
const findTheirTab: ReadonlySet<Kind> = new Set(['sheet', 'revert', 'proposal']);
/** What a token draws with in a frame, and what shows its presence there. */
const inFrames: ReadonlySet<Kind> = new Set(['changeset', 'presence', 'comment', 'task', 'proposal']);

/** The fence of an actor, if it limits writing. */
export function writeFenceOf(actor: Actor): TokenFence | null {
  const fence = actor.kind === 'agent' ? actor.fence : undefined;
  const { tabs, frame, operations } = fence ?? {};
  return fence === undefined || (tabs ?? frame ?? operations) === undefined ? null : fence;
}

/** Null if the fence allows the write. A write that does not say what it is, is refused. Errors: token_fenced. */
export function refuseFenced(actor: Actor, { action, tab, required }: FencedCall): Problem | null {
  const fence = writeFenceOf(actor);
  if (fence === null) return null;
  const { tabs, frame, operations } = fence;
  const kind = action === undefined ? undefined : kinds.find(([actions]) => actions.test(action))?.[1];
  if (kind === undefined || required === 'owner')
    return outside('it writes elements and what is on tabs, not the document itself');
  if (frame !== undefined && !inFrames.has(kind)) return outside('it draws in one frame only');
  if (operations !== undefined && !isJudgedElsewhere(kind) && !operations.includes(kind))
    return outside(`${kind} is not among its operations`);
  if (tabs === undefined) return null;
  if (tab !== undefined) return tabs.includes(tab) ? null : outside('it writes on other tabs only');
  if (findTheirTab.has(kind) || (kind !== 'task' && operations?.includes(kind) === true)) return null;
  return outside('it writes on some tabs only, and this belongs to no tab');
}

/** Operations of a changeset are judged with its plan. Whether a token takes tasks, its handle says. Its own proposals it may withdraw. */
const isJudgedElsewhere = (kind: Kind): boolean => kind === 'changeset' || kind === 'task' || kind === 'proposal';

/** The tabs that an actor with this access may write on. */
export function tabsWithin(actor: Actor, tabs: readonly string[] | null): readonly string[] | null {
  const fenced = actor.kind === 'agent' ? actor.fence?.tabs : undefined;
  if (fenced === undefined) return tabs;
  return tabs === null ? fenced : tabs.filter((tab) => fenced.includes(tab));
}

/** Of a person's own things (documents, libraries, themes): a token whose writing is fenced changes none. Errors: token_fenced. */
export const refuseFencedOwn = (actor: Actor): Problem | null =>
  writeFenceOf(actor) === null ? null : outside('it writes in existing documents only');

/** Errors: token_fenced. */
export function refuseFencedImage(actor: Actor): Problem | null {
  const fence = writeFenceOf(actor);
  if (fence === null || (fence.frame === undefined && fence.operations?.includes('image') === true)) return null;
  return outside('image is not among its operations');
}

export const outside = (reason: string): Problem => problem('token_fenced', { reason });
