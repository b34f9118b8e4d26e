/** A template: a tab to begin with, made of ordinary operations, pages, cards and cells. */
import type { NewItems } from '#schema/board-calls.ts';
import type { PageChange } from '#schema/page.ts';
import type { CellFormat } from '#schema/sheet.ts';

export const templateGroups = ['Start here', 'Diagrams', 'Software', 'Planning', 'Workshops', 'Documents'] as const;
export type TemplateGroup = (typeof templateGroups)[number];

export type Template = {
  /** Lowercase; also in the names of its pictures. */
  readonly id: string;
  readonly title: string;
  /** One line: what it is for. */
  readonly about: string;
  readonly group: TemplateGroup;
  /** Changes of pages, made before the operations. A template with pages is a tab in pages mode. */
  readonly pages?: readonly PageChange[];
  /** A changeset in the line form. `~new` stands for the suffix of new statuses, in cards too. */
  readonly operations: string;
  /** Cards for the board that the operations add. */
  readonly cards?: readonly TemplateCard[];
  readonly sheet?: TemplateSheet;
};

type TemplateCard = {
  readonly type: NewItems['items'][number]['type'];
  readonly status: string;
  readonly fields: NewItems['items'][number]['fields'];
};

/** A sheet of the tab. `{sheet}` in the operations stands for its id. */
type TemplateSheet = {
  readonly title: string;
  /** What is typed into the cells, row by row. A text that begins with = is a formula. */
  readonly rows: readonly (readonly (string | number)[])[];
  readonly columnFormats: readonly CellFormat[];
  /** By row, counted from 0. They win over those of columns. */
  readonly rowFormats: Readonly<Record<number, CellFormat>>;
};
