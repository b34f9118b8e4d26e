/** Pictures of a tab, now or at an earlier moment, with the cards, sheets and images that it shows (SPEC.md). */
import { findPage } from '#core/pages/find-page.ts';
import type { TabView } from '#core/tab/view.ts';
import type { PictureQuery, PngQuery } from '#schema/picture-calls.ts';
import type { ExportQuery } from '#schema/exchange-calls.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import type { PictureOptions } from '#server/pictures/messages.ts';
import { inlinedImages } from '#server/images/inlined-images.ts';
import type { RoomReading } from '#server/rooms/port.ts';
import { captureTab, type CapturedTab } from '#server/workers/captured-tab.ts';
import { proposalById } from '#storage/proposals.ts';

import { boardsAmong, cardsOn } from './board-cards.ts';
import { countBesidePages, elementsIn, type ExportedPart, exportedPart } from './exported-part.ts';
import { elementIdsIn } from './named-elements.ts';
import { authorizePast, type NamedMoment, positionAt } from './moments.ts';
import { facesOf, pastFaces, sheetsAmong } from './shown-sheets.ts';
import type { AppContext } from './context.ts';
import { lapsedBefore } from './proposal-view.ts';
import { authorizeReader } from './proposals.ts';
import { withProposal } from './with-proposal.ts';
import { themeOf } from './theme-of.ts';
import { ownTheme } from './themes.ts';

export interface Pictures {
  /** Errors: theme_not_found, page_not_found, target_not_found, target_ambiguous, work_limit_exceeded; with `at` those of a moment. */
  svg(call: Call, documentId: string, tabId: string, query: PictureQuery): Promise<string | Problem>;
  /** Errors as for `svg`. */
  png(call: Call, documentId: string, tabId: string, query: PngQuery): Promise<Uint8Array | Problem>;
  /** The tab for an export. Errors: page_not_found, target_not_found, target_ambiguous, invalid_request. */
  exported(call: Call, documentId: string, tabId: string, query: PartQuery): Promise<ExportedTab | Problem>;
}

type PartQuery = Pick<ExportQuery, 'elements' | 'pages'>;

/** The part of a tab that an export contains, and how it looks. */
export type ExportedTab = {
  readonly values: CapturedTab;
  /** With `only` if the query names elements. */
  readonly look: PictureOptions;
  readonly part: ExportedPart;
  /** What a text says of the part; null for all of the tab. */
  readonly says: readonly string[] | null;
  /** Boxes on no page of the tab, if all its pages are exported. */
  readonly besidePages: number;
};

export function createPictures(context: AppContext): Pictures {
  const { storage, rooms, painter, now } = context;
  return {
    async svg(call, documentId, tabId, { at, proposal, ...query }) {
      if (proposal !== undefined) {
        const proposed = await proposedTab(call, { documentId, tabId, at, proposal }, query);
        return isProblem(proposed) ? proposed : painter.svgLater(proposed.values, proposed.look);
      }
      if (at !== undefined) {
        const past = await pastTab(call, { documentId, tabId, at }, query);
        return isProblem(past) ? past : painter.svgLater(past.values, past.look);
      }
      const drawn = await readTab(call, documentId, tabId, query, (tab, look, hasContents) =>
        hasContents ? { values: captureTab(tab), look } : painter.svg(tab, look),
      );
      if (typeof drawn === 'function') return drawn();
      if (typeof drawn === 'string' || isProblem(drawn)) return drawn;
      return painter.svgLater(drawn.values, await withContents(context, documentId, drawn.values, drawn.look));
    },
    async png(call, documentId, tabId, { scale, maxPixels, at, proposal, ...query }) {
      if (scale !== undefined && maxPixels !== undefined) return oneSize;
      const size = maxPixels === undefined ? { scale: scale ?? 1 } : { maxPixels };
      if (proposal !== undefined) {
        const proposed = await proposedTab(call, { documentId, tabId, at, proposal }, query);
        return isProblem(proposed) ? proposed : painter.png(proposed.values, proposed.look, size);
      }
      if (at !== undefined) {
        const past = await pastTab(call, { documentId, tabId, at }, query);
        return isProblem(past) ? past : painter.png(past.values, past.look, size);
      }
      const view = await readTab(call, documentId, tabId, query, (tab, look) => ({ values: captureTab(tab), look }));
      if (isProblem(view)) return view;
      return painter.png(view.values, await withContents(context, documentId, view.values, view.look), size);
    },
    async exported(call, documentId, tabId, query) {
      const read = await readTab(call, documentId, tabId, {}, (tab, look): ExportedTab | Problem => {
        const part = exportedPart(tab, query);
        if (isProblem(part)) return part;
        const isWhole = part.elements === null && part.pages === null && tab.settings.pages.length > 0;
        return {
          values: captureTab(tab),
          look: { ...look, ...(part.elements !== null && { only: part.elements }) },
          part,
          says: elementsIn(tab, part),
          besidePages: isWhole ? countBesidePages(tab) : 0,
        };
      });
      if (isProblem(read)) return read;
      return { ...read, look: await withContents(context, documentId, read.values, read.look) };
    },
  };

  /** Reads a tab for an authorized caller. `hasContents`: it shows images or sheets, see `withContents`. */
  async function readTab<T>(
    { actor }: Call,
    documentId: string,
    tabId: string,
    query: PictureQuery,
    use: (tab: TabView, look: PictureOptions, hasContents: boolean) => T | Problem,
  ): Promise<T | Problem> {
    const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
    if (isProblem(access)) return access;
    const own = query.theme === undefined ? null : await ownTheme(storage.db, actor, query.theme);
    await rooms.prepareTab(documentId, tabId, 'read');
    return rooms.read(documentId, (reading): T | Problem => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return problem('tab_not_found');
      const look = lookIn(reading, tab, query, own);
      if (isProblem(look)) return look;
      return use(tab, look, reading.images().size > 0 || sheetsAmong(tab.elements()).length > 0);
    });
  }

  /** The tab with what is open of a proposal. Errors: access_denied, proposal_not_found, invalid_request, those of the query. */
  async function proposedTab(
    call: Call,
    { documentId, tabId, at, proposal }: ProposedPicture,
    query: PictureQuery,
  ): Promise<{ readonly values: CapturedTab; readonly look: PictureOptions } | Problem> {
    if (at !== undefined) return onlyPresent;
    const denied = await authorizeReader(context, call, documentId);
    if (denied !== null) return denied;
    const stored = await proposalById(storage.db, documentId, proposal, lapsedBefore(now()));
    if (stored === null || stored.tabId !== tabId) return problem('proposal_not_found');
    const own = query.theme === undefined ? null : await ownTheme(storage.db, call.actor, query.theme);
    await rooms.prepareTab(documentId, tabId, 'read');
    const drawn = await rooms.read(documentId, (reading) => {
      const tab = reading.tab(tabId);
      if (tab === undefined) return problem('tab_not_found');
      const after = withProposal(tab, stored);
      if (isProblem(after)) return after;
      const look = lookIn(reading, after.view, query, own);
      return isProblem(look) ? look : { values: after.captured, look };
    });
    if (isProblem(drawn)) return drawn;
    return { ...drawn, look: await withContents(context, documentId, drawn.values, drawn.look) };
  }

  /** Errors: access_denied, revision_not_found, invalid_request, those of the query. */
  async function pastTab(
    call: Call,
    { documentId, tabId, at }: NamedMoment,
    query: PictureQuery,
  ): Promise<{ readonly values: CapturedTab; readonly look: PictureOptions } | Problem> {
    const denied = await authorizePast(context, call, documentId);
    if (denied !== null) return denied;
    const position = await positionAt(context, { documentId, tabId, at });
    if (isProblem(position)) return position;
    const own = query.theme === undefined ? null : await ownTheme(storage.db, call.actor, query.theme);
    const drawn = await rooms.past(documentId, position, async (past) => {
      await past.prepare(tabId);
      const tab = past.tab(tabId);
      if (tab === undefined) return problem('revision_not_found');
      const look = lookIn(past, tab, query, own);
      if (isProblem(look)) return look;
      const sheets = await pastFaces(context, past.workbook(), sheetsAmong(tab.elements()));
      return { values: captureTab(tab), look: { ...look, ...(sheets !== undefined && { sheets }) } };
    });
    if (isProblem(drawn)) return drawn;
    const images = await inlinedImages(context, documentId, drawn.values.elements);
    return images === null ? drawn : { ...drawn, look: { ...drawn.look, images } };
  }
}

type ProposedPicture = {
  readonly documentId: string;
  readonly tabId: string;
  readonly at: NamedMoment['at'] | undefined;
  readonly proposal: string;
};

/** `own`: the caller's theme that the query names. */
function lookIn(
  reading: Pick<RoomReading, 'theme' | 'board'>,
  tab: TabView,
  query: PictureQuery,
  own: { readonly id: string; readonly definition: unknown } | null,
): PictureOptions | Problem {
  const look = lookOf(query, tab, (id) => (id === own?.id ? own.definition : reading.theme(id)));
  if (isProblem(look)) return look;
  const boards = reading.board.boards.filter((board) => board.tabId === tab.settings.id);
  const cards = cardsOn(boards, reading.board);
  return { ...look, ...(cards !== undefined && { cards }) };
}

/** The options for a picture of the whole tab, with the cards, images and sheets that it shows. */
export async function defaultLook(context: AppContext, documentId: string, values: CapturedTab): Promise<PictureOptions> {
  const id = values.settings.theme;
  const boards = boardsAmong(values.elements);
  const look = await context.rooms.read(documentId, (reading): PictureOptions => {
    const theme = themeOf(id, (custom) => reading.theme(custom));
    const cards = boards.length === 0 ? undefined : cardsOn(boards, reading.board);
    return { ...(theme !== null && { theme }), ...(cards !== undefined && { cards }) };
  });
  return withContents(context, documentId, values, isProblem(look) ? {} : look);
}

/** Adds the images and sheets that the tab shows, read after the tab itself. */
async function withContents(
  context: AppContext,
  documentId: string,
  values: CapturedTab,
  look: PictureOptions,
): Promise<PictureOptions> {
  const images = await inlinedImages(context, documentId, values.elements);
  const sheets = await facesOf(context, documentId, sheetsAmong(values.elements));
  return { ...look, ...(images !== null && { images }), ...(sheets !== undefined && { sheets }) };
}

/** `definitionOf`: the definition of a custom theme, or null. */
export function lookOf(
  { theme: themeId, elements, page, padding }: PictureQuery,
  tab: TabView,
  definitionOf: (id: string) => unknown,
): PictureOptions | Problem {
  const theme = themeOf(themeId ?? tab.settings.theme, definitionOf);
  if (theme === null && themeId !== undefined) return problem('theme_not_found');
  if (elements !== undefined && page !== undefined) return onePart;
  const named = elements === undefined ? undefined : elementIdsIn(elements, tab);
  if (isProblem(named)) return named;
  const shown = page === undefined ? undefined : findPage({ sheets: tab.settings.pages.map((one) => ({ page: one })) }, page);
  if (isProblem(shown)) return shown;
  return {
    ...(theme !== null && { theme }),
    ...(named !== undefined && { elements: named }),
    ...(shown !== undefined && { area: shown.page.rect }),
    ...(padding !== undefined && { padding }),
  };
}

const onlyPresent = problem('invalid_request', {
  errors: [{ in: 'query', pointer: '/proposal', message: 'is not taken together with at' }],
});

const oneSize = problem('invalid_request', {
  errors: [{ in: 'query', pointer: '/maxPixels', message: 'is not taken together with scale' }],
});

const onePart = problem('invalid_request', {
  errors: [{ in: 'query', pointer: '/page', message: 'is not taken together with elements' }],
});
