/**
 * people-store: the others in the document: editors by their own state, agents by their owners.
 *
 * Agents of one owner on one tab are shown as one, with the latest status and the focus of all. The page's own state is left out;
 * another window of the same person is not. States are written by other clients: what is read of them is plain and limited.
 */
import type { Awareness } from 'y-protocols/awareness';

import { limits } from '#schema/limits.ts';

import { storable } from '../changes/text.ts';
import { beamOf, type LaserBeam } from './laser-beam.ts';
import { reactionOf, type SentReaction } from './sent-reaction.ts';
import type { CellAddress, Typing } from './own-presence.ts';
import { memberOf } from '../state/member-of.ts';
import { Signal, type Readable } from '../state/signal.ts';

type Point = { readonly x: number; readonly y: number };
type Area = Point & { readonly width: number; readonly height: number };

/** What others see of a user. */
export type UserBadge = { readonly id: string; readonly name: string; readonly color: string };

export type Participation = {
  /** Stays the same while they are in the document. */
  readonly key: string;
  readonly kind: 'editor' | 'agent';
  readonly user: UserBadge;
  readonly tab: string | null;
  /** Of editors. */
  readonly selection: readonly string[];
  readonly cursor: Point | null;
  readonly viewport: Area | null;
  /** Of the sheet that they have open. */
  readonly cell: CellAddress | null;
  readonly laser: LaserBeam | null;
  /** They ask everyone to come to them: another number each time. */
  readonly spotlight: number | null;
  readonly typing: Typing | null;
  readonly reaction: SentReaction | null;
  /** Of agents: their status, and the elements in their focus. */
  readonly status: string | null;
  readonly focus: readonly string[];
};

const idsShown = 200;

export class PeopleStore implements Readable<readonly Participation[]> {
  readonly #people = new Signal<readonly Participation[]>([]);
  readonly #awareness: Awareness;
  readonly #ownClient: number;

  constructor(awareness: Awareness) {
    this.#awareness = awareness;
    this.#ownClient = awareness.clientID;
    awareness.on('change', this.#read);
  }

  get(): readonly Participation[] {
    return this.#people.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#people.subscribe(listener);
  }

  destroy(): void {
    this.#awareness.off('change', this.#read);
  }

  readonly #read = (): void => this.#people.set(peopleIn(this.#awareness.getStates(), this.#ownClient));
}

/** The people and agents of these states, in a stable order. */
export function peopleIn(states: ReadonlyMap<number, unknown>, own: number): Participation[] {
  const people = new Map<string, Participation>();
  const setAt = new Map<string, number>();
  for (const [client, state] of [...states].toSorted(([a], [b]) => a - b)) {
    const user = faceOf(memberOf(state, 'user'));
    if (client === own || user === null) continue;
    const tab = textOf(memberOf(state, 'tab'));
    const agent = memberOf(state, 'agent');
    if (agent === undefined) {
      people.set(String(client), editorOf(String(client), user, tab, state));
      continue;
    }
    const key = `agent ${user.id} ${tab ?? ''}`;
    const at = numberOf(memberOf(agent, 'setAt')) ?? 0;
    const existing = people.get(key);
    const isLatest = existing === undefined || at >= (setAt.get(key) ?? 0);
    if (isLatest) setAt.set(key, at);
    people.set(key, {
      ...agentOf(key, user, tab, agent),
      ...(existing !== undefined && { focus: [...new Set([...existing.focus, ...idsOf(memberOf(agent, 'focus'))])] }),
      ...(!isLatest && { status: existing.status }),
    });
  }
  return [...people.values()];
}

const editorOf = (key: string, user: UserBadge, tab: string | null, state: unknown): Participation => ({
  key,
  kind: 'editor',
  user,
  tab,
  selection: idsOf(memberOf(state, 'selection')),
  cursor: pointOf(memberOf(state, 'cursor')),
  viewport: areaOf(memberOf(state, 'viewport')),
  cell: cellOf(memberOf(state, 'cell')),
  laser: beamOf(memberOf(state, 'laser')),
  spotlight: numberOf(memberOf(state, 'spotlight')),
  typing: typingOf(memberOf(state, 'typing')),
  reaction: reactionOf(memberOf(state, 'reaction')),
  status: null,
  focus: [],
});

const agentOf = (key: string, user: UserBadge, tab: string | null, agent: unknown): Participation => ({
  key,
  kind: 'agent',
  user,
  tab,
  selection: [],
  cursor: null,
  viewport: null,
  cell: null,
  laser: null,
  spotlight: null,
  typing: null,
  reaction: null,
  status: textOf(memberOf(agent, 'status')),
  focus: idsOf(memberOf(agent, 'focus')),
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 300) : null);
const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

function faceOf(value: unknown): UserBadge | null {
  const [id, name, color] = [textOf(memberOf(value, 'id')), textOf(memberOf(value, 'name')), textOf(memberOf(value, 'color'))];
  if (id === null || name === null || color === null) return null;
  return { id, name, color: /^#[0-9a-f]{6}$/i.test(color) ? color : '#6b7280' };
}

const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.slice(0, idsShown).filter((id): id is string => typeof id === 'string' && id.length <= 64) : [];

function pointOf(value: unknown): Point | null {
  const [x, y] = [numberOf(memberOf(value, 'x')), numberOf(memberOf(value, 'y'))];
  return x === null || y === null ? null : { x, y };
}

function areaOf(value: unknown): Area | null {
  const [point, width, height] = [pointOf(value), numberOf(memberOf(value, 'width')), numberOf(memberOf(value, 'height'))];
  return point === null || width === null || height === null ? null : { ...point, width, height };
}

function typingOf(value: unknown): Typing | null {
  const [id, text] = [textOf(memberOf(value, 'id')), memberOf(value, 'text')];
  if (id === null || typeof text !== 'string' || text.length > limits.typingCharacters) return null;
  return { id, text: storable(text, limits.typingCharacters) };
}

function cellOf(value: unknown): CellAddress | null {
  const [sheet, row, col] = ['sheet', 'row', 'col'].map((name) => textOf(memberOf(value, name)) ?? '');
  return sheet === undefined || row === undefined || col === undefined || sheet === '' ? null : { sheet, row, col };
}
