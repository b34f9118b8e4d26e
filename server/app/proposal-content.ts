/** What a proposal would write, as it is stored, and the parts that a person decides about. */
import type { CardEdit } from '#schema/ydoc/cards.ts';
import { type OrderedLines, type SheetEdit, sheetMaps } from '#schema/ydoc/sheets.ts';
import type { Edit, TabSettingsChange } from '#schema/changeset.ts';
import { type Element, isArrow } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { ProposalPart } from '#schema/proposal.ts';
import type { SheetWrite } from '#schema/sheet.ts';

import type { CardStep } from './card-steps.ts';
import { changedPages } from './record-changeset.ts';

export type ProposalContent =
  | {
      readonly kind: 'elements';
      readonly edits: readonly Edit[];
      readonly tabChange: TabSettingsChange | null;
      /** Ids of the images that it places. */
      readonly images: readonly string[];
    }
  | { readonly kind: 'cards'; readonly steps: readonly CardStep[]; readonly edits: readonly CardEdit[] }
  | {
      readonly kind: 'sheet';
      readonly sheetId: string;
      readonly change: SheetWrite['kind'];
      readonly before: StoredSheetEdit;
      readonly after: StoredSheetEdit;
    }
  | ({ readonly kind: 'new sheet' } & NewSheetContent)
  /** `rev`: that of the sheet when its removal was proposed. */
  | { readonly kind: 'removed sheet'; readonly sheetId: string; readonly rev: number };

export type ContentOf<K extends ProposalContent['kind']> = Extract<ProposalContent, { readonly kind: K }>;
export type NewSheetContent = {
  readonly id: string;
  readonly tabId: string;
  readonly title: string;
  readonly rows: OrderedLines;
  readonly cols: OrderedLines;
};

/** A `SheetEdit` as JSON. */
export type StoredSheetEdit = Pick<SheetEdit, 'title' | 'frozen'> & {
  readonly maps: { readonly [N in keyof SheetEdit['maps']]: readonly (readonly [string, unknown])[] };
};

export const storedSheetEdit = ({ maps, ...rest }: SheetEdit): StoredSheetEdit => ({
  ...rest,
  maps: Object.fromEntries(sheetMaps.flatMap((name) => (maps[name] === undefined ? [] : [[name, [...maps[name]]]]))),
});

export const sheetEditOf = ({ maps, ...rest }: StoredSheetEdit): SheetEdit => ({
  ...rest,
  maps: Object.fromEntries(sheetMaps.flatMap((name) => (maps[name] === undefined ? [] : [[name, new Map(maps[name])]]))),
});

type Part = Pick<ProposalPart, 'id' | 'change'>;

export const elementParts = (edits: readonly Edit[], tabChange: TabSettingsChange | null): Part[] => [
  ...edits.map(({ id, before, after }) => ({ id, change: changeOf(before, after) })),
  ...changedPages(tabChange).map((id) => ({ id, change: pageChange(id, tabChange) })),
];

export const cardParts = (steps: readonly CardStep[]): Part[] => [
  ...new Map(steps.map(({ id, step }) => [id, { id, change: stepChanges[step] }])).values(),
];

const stepChanges = { create: 'added', change: 'changed', move: 'moved', remove: 'removed' } as const;

const geometry: ReadonlySet<string> = new Set(['x', 'y', 'width', 'height', 'points', 'z', 'unplacedAt', 'lifeline']);

function changeOf(before: Element | null, after: Element | null): Part['change'] {
  if (before === null) return 'added';
  if (after === null) return 'removed';
  const values = (element: Element): Record<string, unknown> => ({ ...element });
  const [was, is] = [values(before), values(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !jsonEqual(was[name], is[name]));
  const isMoved = names.every((name) => geometry.has(name) || (isArrow(after) && (name === 'from' || name === 'to')));
  return isMoved ? 'moved' : 'changed';
}

function pageChange(id: string, change: TabSettingsChange | null): Part['change'] {
  const has = (pages: readonly { readonly id: string }[] | undefined): boolean => pages?.some((page) => page.id === id) === true;
  if (!has(change?.pages?.before)) return 'added';
  return has(change?.pages?.after) ? 'changed' : 'removed';
}
