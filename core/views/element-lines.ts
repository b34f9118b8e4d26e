/**
 * element-lines: the operations that create one element.
 *
 * They use the line form if it can express the element exactly, otherwise a JSON line with the whole element: for frames,
 * lanes, images, videos, strokes, arrows with free ends, and elements with an explicit stacking key. A size that
 * follows from the label is left out. Fields that do not fit on the line get `set` lines of their own; a field that is too long
 * by itself is left out with a comment.
 */
import { type Arrow, type ArrowEnd, type Box, type ElementType, isPinned, type PinnedEnd } from '#schema/element.ts';
import { reservedWords } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import type { TabSettings } from '#schema/tab.ts';

import { exceeds } from '../notation/characters.ts';
import type { Json } from '../notation/json.ts';
import { kindOf } from '../notation/naming.ts';
import { printOperation } from '../changeset/print.ts';
import type { Operation } from '../changeset/schema.ts';
import { fieldRule, lineName } from '../fields/field-table.ts';
import { namedTypes } from '../fields/kinds.ts';
import { printEnd } from '../ops/find-end.ts';
import { newSize } from '../ops/new-size.ts';

type Fields = { readonly [name: string]: Json };
/** Lines, or the reason why there are none. */
export type LinesOrReason = readonly string[] | string;

/** `key` is an explicit stacking key; null if adding the box puts it in its place anyway. */
export function boxLines(box: Box, slug: string, key: string | null, settings: Pick<TabSettings, 'look'>): LinesOrReason {
  if (box.type === 'shape' && box.shape === 'plan-sheet' && box.planSheet === undefined) return 'it has no sheet';
  if (box.type === 'shape' && box.shape === 'icon' && box.icon === undefined) return 'it names no icon';
  const { x, y, width, height, ...rest } = box;
  const fields = fieldsOf(rest);
  const isNamed = box.type === 'shape' || namedTypes.some((name) => name === box.type);
  if (!isNamed || key !== null) {
    const fixed = { type: box.type, id: slug, x, y, width, height, ...(key === null ? {} : { z: key }) };
    const kind = box.type === 'shape' ? { shape: box.shape } : {};
    return inLines(slug, box.type, fields, { width, height }, (some) => ({ op: 'add', element: { ...fixed, ...kind, ...some } }));
  }
  // The fill of a sticky is its color; a fill that an editor wrote is not drawn.
  const { fill, ...otherFields } = fields;
  const shownFields = {
    ...(box.type === 'sticky' || fill === undefined ? otherFields : fields),
    // Adding a board creates columns, so a board without columns must say so.
    ...(box.type === 'shape' && box.shape === 'plan-board' && box.planBoard === undefined ? { planBoard: null } : {}),
  };
  // The tab on which the lines are applied may have another look.
  const natural = [{}, ...(settings.look === undefined ? [] : [settings])].map((look) => newSize(box, new Set(), look));
  const isCapped = box.type === 'shape' && exceeds(box.label ?? '', limits.labelCappedAt);
  const operationWith = (size: Fields, some: Fields): Operation => {
    const lineFields = inLineForm({ ...some, ...size });
    return {
      op: 'add',
      kind: kindOf(box),
      id: slug,
      ...(isEmpty(lineFields) ? {} : { fields: lineFields }),
      place: { rel: 'at', x, y },
    };
  };
  const size = {
    ...(natural.every((size) => width === size.width) && !isCapped ? {} : { width }),
    ...(natural.every((size) => height === size.height) && !isCapped ? {} : { height }),
  };
  const line = printOperation(operationWith(size, shownFields));
  if (fitsLine(line)) return [line];
  return inLines(slug, box.type, shownFields, { width, height }, (some) => operationWith({ width, height }, some));
}

export type ArrowPrinting = {
  /** An explicit stacking key, or null. */
  readonly key: string | null;
  /** Another arrow connects the same boxes. */
  readonly again: boolean;
  /** `connect` accepts its ends. */
  readonly isConnectable: boolean;
};

export function arrowLines(
  arrow: Arrow,
  slugOf: (id: string) => string,
  { key, again, isConnectable }: ArrowPrinting,
): LinesOrReason {
  const { from, to, ...rest } = arrow;
  const slug = slugOf(arrow.id);
  const fields = fieldsOf(rest);
  if (isConnectable && isPinned(from) && isPinned(to)) {
    const end = (at: PinnedEnd): string => printEnd({ ...at, element: slugOf(at.element) });
    const ends = { from: end(from), to: end(to), id: slug };
    return inLines(slug, 'arrow', fields, {}, (some) => {
      const lineFields = inLineForm(some);
      return { op: 'connect', ...ends, ...(isEmpty(lineFields) ? {} : { fields: lineFields }), ...(again ? { again } : {}) };
    });
  }
  const end = (at: ArrowEnd): Json => (isPinned(at) ? { ...at, element: slugOf(at.element) } : { ...at });
  const fixed = { type: 'arrow', id: slug, from: end(from), to: end(to), ...(key === null ? {} : { z: key }) };
  return inLines(slug, 'arrow', fields, {}, (some) => ({ op: 'add', element: { ...fixed, ...some } }));
}

/** One line, or one with the fields that fit and a `set` for each of the others; `locked` comes last. */
function inLines(
  slug: string,
  type: ElementType,
  fields: Fields,
  size: Fields,
  said: (fields: Fields) => Operation,
): LinesOrReason {
  const onLine = new Map(Object.entries(fields));
  const onSetLines: [string, Json][] = [];
  let line = printOperation(said(fields));
  for (const name of fitsLine(line) ? [] : longestFirst(fields, type)) {
    onSetLines.push([name, onLine.get(name) ?? null]);
    onLine.delete(name);
    line = printOperation(said(Object.fromEntries(onLine)));
    if (fitsLine(line)) break;
  }
  if (!fitsLine(line)) return 'it is longer than a line may be';
  const locked = onLine.get('locked');
  if (onSetLines.length > 0 && locked !== undefined) {
    // A locked element refuses `set`, so it is locked last.
    onLine.delete('locked');
    line = printOperation(said(Object.fromEntries(onLine)));
    onSetLines.push(['locked', locked]);
  }
  const sets = onSetLines.map(([name, value]) =>
    setLine(slug, name, name === 'label' ? { label: value, ...size } : { [name]: value }),
  );
  return [line, ...sets];
}

function setLine(slug: string, name: string, fields: Fields): string {
  const target = reservedWords.has(slug) ? `${slug}~` : slug;
  const line = printOperation({ op: 'set', target, fields: inLineForm(fields) });
  return fitsLine(line) ? line : `# ${lineName(name)} of ${slug} is left out: it is longer than a line may be.`;
}

/** The fields that a `set` can write. */
function longestFirst(fields: Fields, type: ElementType): string[] {
  const length = (name: string): number => JSON.stringify(fields[name]).length;
  const movable = Object.keys(fields).filter(
    (name) => name !== 'locked' && (type === 'table' || fieldRule(type, name)?.required !== true),
  );
  return movable.toSorted((a, b) => length(b) - length(a));
}

/** The fields of an element except those that its operation expresses in another way. */
function fieldsOf(element: object): Fields {
  const fields = Object.entries(element).filter(([name]) => !saidOtherwise.has(name));
  return Object.fromEntries(fields) as Fields;
}

const saidOtherwise: ReadonlySet<string> = new Set(['id', 'type', 'shape', 'z', 'unplacedAt', 'lifeline', 'origin']);
const inLineForm = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [lineName(name), value]));
const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0;
const fitsLine = (line: string): boolean => !exceeds(line, limits.charactersPerLine);
