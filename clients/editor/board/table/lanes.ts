/** lanes: the cards of a board in swimlanes, and what moving a card to another lane changes. */
import type { BoardColumn } from '#schema/plan-board.ts';
import { type Assignee, type CustomFieldId, isCustomFieldId, type Item, type ItemType, priorities } from '#schema/board.ts';

import { byRank } from '#core/board/columns.ts';
import { boardTexts } from '../../strings/board.ts';

export const plainGroupings = ['none', 'assignee', 'priority', 'label', 'type'] as const;
export type Grouping = (typeof plainGroupings)[number] | CustomFieldId;

export type Swimlane = {
  /** The value of its cards; empty for cards without one. */
  readonly key: string;
  readonly title: string;
  readonly color: string | null;
  readonly count: number;
  /** By status. */
  readonly cells: ReadonlyMap<string, readonly Item[]>;
};

/** What lanes depend on besides the cards. */
export type LaneGround = {
  readonly columns: readonly BoardColumn[];
  /** The types that the board shows. */
  readonly types: readonly ItemType[];
  readonly people: readonly Assignee[];
};

/** What is changed on a card; empty if nothing is. */
export type LaneChange = { readonly set?: Readonly<Record<string, unknown>>; readonly clear?: readonly string[] };

const titles = {
  none: boardTexts.noSwimlanes,
  assignee: boardTexts.assignee,
  priority: boardTexts.priority,
  label: boardTexts.label,
  type: boardTexts.type,
} as const;

/** The values by which the board can be grouped; a choice field of one of its types is one too. */
export function groupingsOf(types: readonly ItemType[]): { readonly value: Grouping; readonly label: string }[] {
  const choices = new Map<Grouping, string>();
  for (const { custom } of types)
    for (const { id, kind, label } of custom) if (kind === 'choice' && isCustomFieldId(id)) choices.set(id, label);
  return [
    ...plainGroupings.map((value) => ({ value, label: titles[value] })),
    ...Array.from(choices, ([value, label]) => ({ value, label })),
  ];
}

/**
 * There is a lane for each priority, option and type of the board and for each person of the document; other values have a lane
 * while a card has them. A card with several labels is in several lanes, a card without a value in the last one.
 *
 * `cards`: those that the board shows.
 */
export function lanesOf(by: Grouping, cards: readonly Item[], ground: LaneGround): Swimlane[] {
  const faces = lanesToBe(by, ground);
  const members = new Map<string, Item[]>(Array.from(faces.keys(), (key) => [key, []]));
  for (const card of cards.toSorted(byRank)) {
    for (const key of lanesOfCard(by, card)) {
      const lane = members.get(key);
      if (lane === undefined) members.set(key, [card]);
      else lane.push(card);
      if (!faces.has(key)) faces.set(key, faceOf(by, key, card));
    }
  }
  const none = members.get('') ?? [];
  members.delete('');
  const lanes = Array.from(members, ([key, own]) => ({ key, ...(faces.get(key) ?? { title: key, color: null }), own }));
  // Values without an order of their own are sorted by name.
  if (by === 'label' || by === 'assignee') lanes.sort((a, b) => a.title.localeCompare(b.title) || (a.key < b.key ? -1 : 1));
  const all = by === 'type' && none.length === 0 ? lanes : [...lanes, { key: '', title: noneTitle(by), color: null, own: none }];
  return all.map(({ own, ...lane }) => ({ ...lane, count: own.length, cells: Map.groupBy(own, ({ status = '' }) => status) }));
}

/**
 * Null if the card cannot move there: its type stays, and a choice needs the option. A label is replaced by that of the lane and
 * the others stay; the lane without labels clears all of them. `from`: the lane that the card is moved from.
 */
export function laneChange(by: Grouping, card: Item, lane: { from: string; to: string }, ground: LaneGround): LaneChange | null {
  const { from, to } = lane;
  if (from === to) return {};
  if (by === 'none' || by === 'type') return null;
  if (by === 'label') return labelChange(card.labels ?? [], lane);
  if (to === '') return { clear: [by] };
  if (by === 'assignee') {
    const person = ground.people.find(({ id }) => id === to);
    return person === undefined ? null : { set: { assignee: { id: person.id, name: person.name, color: person.color } } };
  }
  if (by === 'priority') return { set: { priority: to } };
  return takes(
    by,
    to,
    ground.types.find(({ id }) => id === card.type),
  )
    ? { set: { [by]: to } }
    : null;
}

/** The fields and the possible types of a new card in a lane. */
export function newInLane(
  by: Grouping,
  key: string,
  ground: LaneGround,
): { types: readonly ItemType[]; fields: LaneChange['set'] } {
  const { types } = ground;
  if (by === 'none' || key === '') return { types, fields: {} };
  if (by === 'type') return { types: types.filter(({ id }) => id === key), fields: {} };
  if (by === 'label') return { types, fields: { labels: [key] } };
  if (by === 'priority') return { types, fields: { priority: key } };
  if (by === 'assignee') return { types, fields: { assignee: ground.people.find(({ id }) => id === key) } };
  return { types: types.filter((type) => takes(by, key, type)), fields: { [by]: key } };
}

function labelChange(labels: readonly string[], { from, to }: { from: string; to: string }): LaneChange {
  if (to === '') return { clear: ['labels'] };
  const at = labels.indexOf(from);
  const exchanged = at === -1 ? [...labels, to] : labels.with(at, to);
  return { set: { labels: [...new Set(exchanged)] } };
}

const takes = (field: CustomFieldId, option: string, type: ItemType | undefined): boolean =>
  type?.custom.some(({ id, options }) => id === field && options?.includes(option) === true) === true;

type LaneFace = { readonly title: string; readonly color: string | null };

/** The lanes that exist without a card. */
function lanesToBe(by: Grouping, { types, people }: LaneGround): Map<string, LaneFace> {
  if (by === 'assignee') return new Map(people.map(({ id, name, color }) => [id, { title: name, color }]));
  if (by === 'priority')
    return new Map(priorities.map((priority) => [priority, { title: boardTexts.priorities[priority], color: null }]));
  if (by === 'type')
    return new Map(types.map(({ id, label, glyph, color }) => [id, { title: `${glyph} ${label}`.trim(), color }]));
  if (!isCustomFieldId(by)) return new Map();
  const options = types.flatMap(({ custom }) => custom.find(({ id }) => id === by)?.options ?? []);
  return new Map(options.map((option) => [option, { title: option, color: null }]));
}

function lanesOfCard(by: Grouping, card: Item): readonly string[] {
  if (by === 'none') return [''];
  if (by === 'assignee') return [card.assignee?.id ?? ''];
  if (by === 'priority') return [card.priority ?? ''];
  if (by === 'type') return [card.type];
  if (by === 'label') return card.labels === undefined || card.labels.length === 0 ? [''] : [...new Set(card.labels)];
  return [String(card[by] ?? '')];
}

function faceOf(by: Grouping, key: string, { assignee }: Item): LaneFace {
  if (by === 'assignee' && assignee?.id === key) return { title: assignee.name, color: assignee.color };
  return by === 'type' ? { title: boardTexts.deletedType, color: null } : { title: key, color: null };
}

const noneTitles = {
  none: '',
  assignee: boardTexts.unassigned,
  priority: boardTexts.noPriority,
  label: boardTexts.noLabel,
  type: boardTexts.noType,
} as const;
const noneTitle = (by: Grouping): string => (isCustomFieldId(by) ? boardTexts.none : noneTitles[by]);
