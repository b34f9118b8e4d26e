/** What REST answers to those who have the address of a published board: its tab, pictures and images (SPEC.md). */
import { TabIndex } from '#core/tab/tab-index.ts';
import { type PublishedTab, readerElement } from '#core/published/board.ts';
import { visibleTab } from '#core/published/visible-tab.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { PublishedPictureQuery } from '#schema/published-calls.ts';
import type { AppContext } from '#server/app/context.ts';
import { lookOf } from '#server/app/pictures.ts';
import { inlinedImages } from '#server/images/inlined-images.ts';
import { captureTab } from '#server/workers/captured-tab.ts';

import { type CachedPicture, type DrawnPicture, PictureCache } from './picture-cache.ts';
import { type CurrentLink, publishedLink } from './published-link.ts';
import { readBoard, readShownTabs } from './read-board.ts';

export type PictureFormat = 'svg' | 'png';
export type PublishedImage = { readonly contentType: string; readonly hash: string; readonly bytes: Uint8Array };

export type PublishedBoards = {
  /** Null if the secret opens nothing now. */
  open(secret: string): Promise<CurrentLink | null>;
  /** A tab that the link shows; null: the first. Errors: tab_not_found, document_not_found, room_unavailable. */
  tab(link: CurrentLink, tabId: string | null): Promise<PublishedTab | Problem>;
  /** A picture that needs no drawing. */
  drawn(link: CurrentLink, format: PictureFormat, query: PublishedPictureQuery): CachedPicture | null;
  /** Errors: tab_not_found, page_not_found, target_not_found, target_ambiguous, invalid_request, work_limit_exceeded, room_unavailable. */
  picture(link: CurrentLink, format: PictureFormat, query: PublishedPictureQuery): Promise<CachedPicture | Problem>;
  /** Errors: image_not_found, document_not_found, room_unavailable. */
  image(link: CurrentLink, imageId: string): Promise<PublishedImage | Problem>;
};

/** Values of sheets can depend on the time: their pictures are drawn again after it. */
const sheetsLastMs = 60_000;
/** Links whose images are known. */
const linksMax = 200;

export function createPublishedBoards(context: AppContext): PublishedBoards {
  const { rooms, painter, blobs, imageAccess, now } = context;
  const pictures = new PictureCache(limits.publishedPictureBytes, now);
  const images = new ShownImages(context);
  return {
    open: (secret) => publishedLink(context, secret),

    async tab(link, tabId) {
      const tabs = await readShownTabs({ rooms, now }, link);
      if (isProblem(tabs)) return tabs;
      const tab = tabId === null ? tabs[0] : tabs.find(({ id }) => id === tabId);
      return tab ?? problem('tab_not_found');
    },

    drawn: (link, format, query) => pictures.find(keyOf(link, format, query), link.seq),

    picture: (link, format, query) =>
      pictures.get(keyOf(link, format, query), link.seq, async () => {
        const tabId = query.tab ?? (await firstTab(link));
        if (isProblem(tabId)) return tabId;
        return draw(link, format, tabId, query);
      }),

    async image(link, imageId) {
      const shown = await images.of(link);
      if (isProblem(shown)) return shown;
      const [image] = shown.has(imageId) ? await imageAccess.shownIn(link.documentId, [imageId]) : [];
      const bytes = image === undefined ? null : await blobs.get(image.hash);
      return image === undefined || bytes === null
        ? problem('image_not_found')
        : { contentType: image.contentType, hash: image.hash, bytes };
    },
  };

  async function firstTab(link: CurrentLink): Promise<string | Problem> {
    const tabs = await readShownTabs({ rooms, now }, link);
    return isProblem(tabs) ? tabs : (tabs[0]?.id ?? problem('tab_not_found'));
  }

  async function draw(
    link: CurrentLink,
    format: PictureFormat,
    tabId: string,
    { theme, elements, page, scale = 1 }: PublishedPictureQuery,
  ): Promise<DrawnPicture | Problem> {
    const board = await readBoard({ rooms, now }, link, tabId);
    if (isProblem(board)) return board;
    const drawn = new Map(Array.from(board.elements, ([id, element]) => [id, readerElement(element)]));
    const tab = TabIndex.of({ ...board.settings, elements: drawn, skipped: [] });
    const query = { ...(theme && { theme }), ...(elements && { elements }), ...(page && { page }) };
    const look = lookOf(query, tab, (id) => (id === board.settings.theme ? board.theme : null));
    if (isProblem(look)) return look;
    const inlined = await inlinedImages({ imageAccess, blobs }, link.documentId, drawn.values());
    const { cards, sheets } = board;
    const options = { ...look, cards: new Map(Object.entries(cards)), sheets, ...(inlined !== null && { images: inlined }) };
    const picture = await paint(format, tab, options, scale);
    if (isProblem(picture)) return picture;
    return { bytes: Buffer.from(picture), lastsMs: sheets.size > 0 ? sheetsLastMs : Infinity };
  }

  async function paint(
    format: PictureFormat,
    tab: TabIndex,
    options: Parameters<typeof painter.svg>[1],
    scale: number,
  ): Promise<string | Uint8Array | Problem> {
    if (format === 'png') return painter.png(captureTab(tab), options, { scale });
    const hasContents = options.images !== undefined || (options.sheets?.size ?? 0) > 0;
    const svg = hasContents ? painter.svgLater(captureTab(tab), options) : painter.svg(tab, options);
    return typeof svg === 'function' ? svg() : svg;
  }
}

const keyOf = (
  { id }: CurrentLink,
  format: PictureFormat,
  { tab, page, elements, theme, scale }: PublishedPictureQuery,
): string => JSON.stringify([id, format, tab, page, elements, theme, scale]);

/** The images on the tabs that a link shows. */
class ShownImages {
  readonly #context: Pick<AppContext, 'rooms' | 'now'>;
  /** By link id, least recently used first. */
  readonly #known = new Map<string, { readonly seq: number; readonly ids: ReadonlySet<string> }>();

  constructor(context: Pick<AppContext, 'rooms' | 'now'>) {
    this.#context = context;
  }

  /** Errors: document_not_found, room_unavailable. */
  async of(link: CurrentLink): Promise<ReadonlySet<string> | Problem> {
    const known = this.#known.get(link.id);
    const ids = known?.seq === link.seq ? known.ids : await this.#read(link);
    if (isProblem(ids)) return ids;
    this.#known.delete(link.id);
    this.#known.set(link.id, { seq: link.seq, ids });
    const [oldest] = this.#known.keys();
    if (this.#known.size > linksMax && oldest !== undefined) this.#known.delete(oldest);
    return ids;
  }

  async #read(link: CurrentLink): Promise<ReadonlySet<string> | Problem> {
    const { rooms } = this.#context;
    const ids = new Set<string>();
    const tabs = await readShownTabs(this.#context, link);
    if (isProblem(tabs)) return tabs;
    for (const { id } of tabs) {
      await rooms.prepareTab(link.documentId, id, 'read');
      const read = await rooms.read(link.documentId, (reading) => {
        const tab = reading.tab(id);
        for (const element of tab === undefined ? [] : visibleTab(tab).elements.values())
          if (element.type === 'image') ids.add(element.imageId);
        return null;
      });
      if (isProblem(read)) return read;
    }
    return ids;
  }
}
