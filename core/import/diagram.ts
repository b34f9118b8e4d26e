/**
 * diagram: what a text in another format says, before it is drawn: boxes, groups of boxes, arrows, and what could not be kept.
 *
 * Boxes and groups have ids of their source. Ends of arrows name either. Every value is one that the fields of elements take.
 */
import type { BlockKind } from '#schema/arranged.ts';
import type { Arrow, FreeEnd, Image, LinkCard, PinnedEnd, Point, Shape, Sticky, Stroke, Table } from '#schema/element.ts';
import type { Heads } from '#schema/heads.ts';
import type { Rect, Size } from '#schema/tab.ts';

export type DiagramNode = {
  readonly id: string;
  readonly kind: Shape['shape'] | OtherKind;
  readonly label: string;
  readonly fields: NodeFields;
  /** The group that it is in. */
  readonly parent: string | null;
  /** If it is not sized by its label. */
  readonly size?: Size;
  readonly spot?: Spot;
};
/** Kinds of boxes that are no shapes. */
export type OtherKind = 'sticky' | 'text' | 'table' | 'image' | 'stroke' | 'link-card';
export const otherKinds: ReadonlySet<string> = new Set<OtherKind>(['sticky', 'text', 'table', 'image', 'stroke', 'link-card']);

/** Where a box is in the source, if the source has places, and its place in the stack: the lowest has the smallest. */
export type Spot = { readonly rect: Rect; readonly rank: number };

type Looks = Pick<
  Shape,
  | 'fill'
  | 'stroke'
  | 'strokeWidth'
  | 'textColor'
  | 'border'
  | 'link'
  | 'note'
  | 'opacity'
  | 'rotation'
  | 'text'
  | 'font'
  | 'bold'
  | 'italic'
  | 'strike'
  | 'layer'
  | 'group'
>;
export type NodeFields = Looks &
  Pick<Shape, 'sections' | 'lifeline' | 'textAlign' | 'verticalAlign'> &
  Pick<Sticky, 'color'> &
  Partial<Pick<Table, 'columns' | 'rows'>> &
  Partial<Pick<Stroke, 'points' | 'thickness'>> &
  Partial<Pick<Image, 'imageId' | 'alt' | 'crop' | 'naturalWidth' | 'naturalHeight'>> &
  Pick<LinkCard, 'url'>;

export type DiagramGroup = {
  readonly id: string;
  readonly label: string;
  readonly fields: GroupFields;
  readonly parent: string | null;
  /** Of the flow within it; null if it is that of the diagram. */
  readonly direction: 'right' | 'down' | null;
  readonly kind?: 'frame' | 'lane';
  readonly spot?: Spot;
};

export type GroupFields = Looks & {
  readonly direction?: 'right' | 'down';
  readonly arrange?: 'sequence';
  readonly block?: BlockKind;
};

export type DiagramEdge = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly fields: EdgeFields;
  readonly course?: Course;
};
export type EdgeFields = { readonly heads?: Heads } & Pick<
  Arrow,
  | 'border'
  | 'stroke'
  | 'strokeWidth'
  | 'textColor'
  | 'line'
  | 'note'
  | 'link'
  | 'layer'
  | 'group'
  | 'opacity'
  | 'labelAt'
  | 'text'
  | 'bold'
  | 'italic'
  | 'strike'
>;

/** How an arrow runs in a source that has places. Of an end that is attached to nothing, the id is empty. */
export type Course = { readonly points: readonly Point[]; readonly from: CourseEnd; readonly to: CourseEnd };
export type CourseEnd = FreeEnd | Omit<PinnedEnd, 'element'>;

/** Of a sequence, from the top down. What is between a block and its `end` is in the block. */
export type DiagramRow =
  | { readonly kind: 'message' | 'block'; readonly id: string }
  | { readonly kind: 'note'; readonly id: string; readonly at: DiagramNotePlace }
  | { readonly kind: 'section'; readonly label: string }
  | { readonly kind: 'end' };
/** Two participants, which a note is over, or one, which it is beside. */
export type DiagramNotePlace = { readonly side: 'left' | 'right' | 'over'; readonly of: readonly [string, string] };

/** The first group is the sequence, and other groups are its blocks. */
export type SequenceDiagram = Diagram & { readonly rows: readonly DiagramRow[] };

export type Diagram = {
  readonly style: 'flow' | 'mindmap';
  readonly direction: 'right' | 'down';
  readonly nodes: readonly DiagramNode[];
  readonly groups: readonly DiagramGroup[];
  readonly edges: readonly DiagramEdge[];
  readonly losses: Losses;
  /** Of a sequence only. */
  readonly rows?: readonly DiagramRow[];
  /** The boxes have places in the source, and are not laid out. */
  readonly isPlaced?: true;
};

/** Where a text is not of its format; `line` and `column` are from 1. */
export class ImportFault {
  readonly line: number;
  readonly column: number;
  readonly expected: string;
  /** The packed page in whose text the place is. */
  readonly page: string | null;

  constructor(line: number, column: number, expected: string, page: string | null = null) {
    this.line = line;
    this.column = column;
    this.expected = expected;
    this.page = page;
  }
}

/** The fault at an index of a text. */
export function faultAt(text: string, index: number, expected: string, page: string | null = null): ImportFault {
  const before = text.slice(0, index);
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1;
  return new ImportFault(line, Array.from(before.slice(lineStart)).length + 1, expected, page);
}

export const isImportFault = (value: unknown): value is ImportFault => value instanceof ImportFault;

/** What a diagram says in another way than its source, and what it leaves out. */
export class Losses {
  readonly coerced: { readonly source: string; readonly what: string; readonly became: string }[] = [];
  readonly dropped: { readonly source: string; readonly what: string; readonly why: string }[] = [];

  coerce(source: string, what: string, became: string): void {
    this.coerced.push({ source, what, became });
  }

  drop(source: string, what: string, why: string): void {
    this.dropped.push({ source, what, why });
  }

  readonly #counts = new Map<string, { readonly source: string; readonly what: string; readonly why: string; count: number }>();

  /** A loss that many parts have in common is listed once, with their number. */
  tally(source: string, what: string, why: string): void {
    const key = `${what}\n${why}`;
    const entry = this.#counts.get(key) ?? { source, what, why, count: 0 };
    this.#counts.set(key, entry);
    entry.count += 1;
  }

  listTallies(): void {
    for (const { source, what, why, count } of this.#counts.values())
      this.drop(source, count === 1 ? what : `${what}, and of ${count - 1} more`, why);
    this.#counts.clear();
  }
}
