/**
 * board: what readers of a published tab see, and what changed between two moments of it.
 *
 * A board is only what is drawn. Notes, origins, groups, the people that cards are assigned to and their comments are left out, and so is
 * everything of other tabs. Server and page share this file: the server sends a board and then changes, both as JSON.
 */
import type { CardFace, CardFaces } from '#core/board/card-face.ts';
import type { SheetFace, SheetFaces } from '#core/sheet/face.ts';
import type { Element } from '#schema/element.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { TabSettings } from '#schema/tab.ts';

/** A tab that the same link shows. */
export type PublishedTab = { readonly id: string; readonly name: string };

type Frame = {
  /** Of the document. */
  readonly name: string;
  /** All tabs that the link shows, in tab order. */
  readonly tabs: readonly PublishedTab[];
  readonly settings: TabSettings;
  /** The definition of the tab's custom theme; null for a built-in one. */
  readonly theme: unknown;
  /** By status. */
  readonly cards: Readonly<Record<string, readonly CardFace[]>>;
};
/** A published tab at one moment. */
export type PublishedBoard = Frame & {
  /** By id, as they are stored in the document, with nothing removed: see `readerElement`. */
  readonly elements: ReadonlyMap<string, Element>;
  /** By id. */
  readonly sheets: SheetFaces;
};

/** The first message to a reader. */
export type BoardMessage = { readonly type: 'board' } & Frame & {
    readonly elements: readonly Element[];
    readonly sheets: Readonly<Record<string, SheetFace>>;
  };
/** Each later one: whole values of what changed. */
export type ChangeMessage = { readonly type: 'change' } & Partial<Frame> & {
    /** Elements that are new or changed. */
    readonly put?: readonly Element[];
    /** Ids of elements. */
    readonly removed?: readonly string[];
    /** Null: no longer shown. */
    readonly sheets?: Readonly<Record<string, SheetFace | null>>;
  };
export type PublishedMessage = BoardMessage | ChangeMessage;

/** An element without what is not drawn. */
export function readerElement(element: Element): Element {
  if (element.note === undefined && element.origin === undefined && element.group === undefined) return element;
  const { note: _note, origin: _origin, group: _group, ...drawn } = element;
  return drawn as Element;
}

/** Cards without the people who work on them and the number of comments. */
export const readerCards = (cards: CardFaces): PublishedBoard['cards'] =>
  Object.fromEntries(
    Array.from(cards, ([status, faces]) => [status, faces.map((face) => ({ ...face, assignee: null, comments: 0 }))]),
  );

export function boardMessage({ elements, sheets, ...frame }: PublishedBoard): BoardMessage {
  return {
    type: 'board',
    ...frame,
    elements: Array.from(elements.values(), readerElement),
    sheets: Object.fromEntries(sheets),
  };
}

const frameParts = ['name', 'tabs', 'settings', 'theme', 'cards'] as const;

/** Null if nothing that readers see differs. Elements that are the same objects cost a look-up each. */
export function changeMessage(before: PublishedBoard, after: PublishedBoard): ChangeMessage | null {
  const put = [];
  for (const [id, element] of after.elements) {
    const earlier = before.elements.get(id);
    if (earlier === element) continue;
    const shown = readerElement(element);
    if (earlier === undefined || !jsonEqual(readerElement(earlier), shown)) put.push(shown);
  }
  const removed = [...before.elements.keys()].filter((id) => !after.elements.has(id));
  const sheets = changedSheets(before.sheets, after.sheets);
  const frame = Object.fromEntries(
    frameParts.filter((part) => !jsonEqual(before[part], after[part])).map((part) => [part, after[part]]),
  ) as Partial<Frame>;
  const change = {
    ...frame,
    ...(put.length > 0 && { put }),
    ...(removed.length > 0 && { removed }),
    ...(Object.keys(sheets).length > 0 && { sheets }),
  };
  return Object.keys(change).length === 0 ? null : { type: 'change', ...change };
}

function changedSheets(before: SheetFaces, after: SheetFaces): Record<string, SheetFace | null> {
  const changed: Record<string, SheetFace | null> = {};
  for (const [id, face] of after) {
    const earlier = before.get(id);
    if (earlier !== face && !jsonEqual(earlier, face)) changed[id] = face;
  }
  for (const id of before.keys()) if (!after.has(id)) changed[id] = null;
  return changed;
}

/** What a reader has after a message; the board is null before the first one. Changes before it are ignored. */
export function afterMessage(board: PublishedBoard | null, message: PublishedMessage): PublishedBoard | null {
  if (message.type === 'board') {
    const { type: _type, elements, sheets, ...frame } = message;
    return { ...frame, elements: new Map(elements.map((one) => [one.id, one])), sheets: new Map(Object.entries(sheets)) };
  }
  if (board === null) return null;
  const { type: _type, put = [], removed = [], sheets = {}, ...frame } = message;
  const elements = new Map(board.elements);
  for (const id of removed) elements.delete(id);
  for (const element of put) elements.set(element.id, element);
  const faces = new Map(board.sheets);
  for (const [id, face] of Object.entries(sheets)) {
    if (face === null) faces.delete(id);
    else faces.set(id, face);
  }
  return { ...board, ...frame, elements, sheets: faces };
}
