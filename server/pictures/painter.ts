/** Draws tabs within budgets: small SVGs at once on the event loop, large ones, every PNG, PDF and diagram in a worker (SPEC.md). */
import type { FontFile, FontFiles } from '#core/render/font-use.ts';
import { pictureWork } from '#core/render/picture-work.ts';
import { renderWhile } from '#core/render/render-svg.ts';
import type { TabView } from '#core/tab/view.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { installedIcons } from '#server/icons/installed-icons.ts';
import { captureTab, type CapturedTab } from '#server/workers/captured-tab.ts';
import { type PoolLimits, WorkerPool } from '#server/workers/worker-pool.ts';
import { type ThreadLimits, WorkerThread } from '#server/workers/worker-thread.ts';

import { embeddedFonts } from './font-files.ts';
import type { ForeignFont } from './foreign-fonts.ts';
import type { DiagramFormat, PainterReply, PdfPage, PictureOptions, PaintJob, PngSize } from './messages.ts';

export type PainterOptions = Partial<PainterLimits> & {
  /** Called with unexpected errors that `dataUrl` hides from its caller. */
  readonly onFault: (error: unknown) => void;
  /** Fonts for characters that no built-in font has; in PNGs only. */
  readonly foreign?: readonly ForeignFont[];
};

type PainterLimits = ThreadLimits & PoolLimits & { readonly workHere: number; readonly msHere: number; readonly threads: number };

const defaults: PainterLimits = {
  /** Budgets on the event loop: estimated work (picture-work.ts), which avoids hopeless attempts, and time. */
  workHere: 100_000,
  msHere: 15,
  threads: 2,
  deadlineMs: limits.pictureMs,
  longerMs: limits.pdfMs,
  startMs: 15_000,
  heapMb: 256,
  waitMs: 10_000,
  maxWaiting: 32,
};

/** A file whose glyphs are embedded has some megabytes: pictures with such glyphs are drawn in a worker. */
const isSmall = ({ embeds }: FontFile): boolean => embeds === 'file';

type Thread = WorkerThread<PaintJob, PainterReply>;

export class Painter {
  readonly #options: PainterLimits & PainterOptions;
  readonly #pool: WorkerPool<Thread>;
  readonly #fonts = embeddedFonts();
  /** Without fonts that would take long to read. */
  readonly #smallFonts: FontFiles = (file) => (isSmall(file) ? this.#fonts(file) : null);

  constructor(options: PainterOptions) {
    this.#options = { ...defaults, ...options };
    const script = new URL('./painter-worker.ts', import.meta.url);
    const threads = Array.from(
      { length: this.#options.threads },
      () => new WorkerThread<PaintJob, PainterReply>(script, this.#options, options.foreign ?? []),
    );
    this.#pool = new WorkerPool(threads, this.#options);
  }

  /** The SVG at once, or a promise of it. Problems: work_limit_exceeded, room_unavailable, shutting_down. */
  svg(tab: TabView, options: PictureOptions): string | Problem | (() => Promise<string | Problem>) {
    const work = pictureWork(tab, options.cards, options.sheets);
    if (work > limits.pictureWork) return tooMuch;
    const { workHere, msHere } = this.#options;
    if (work <= workHere) {
      const until = performance.now() + msHere;
      const picture = renderWhile(() => performance.now() < until, tab, {
        ...options,
        icons: installedIcons(),
        fonts: this.#smallFonts,
      });
      if (picture !== null && picture.fonts.every(isSmall)) return picture.source;
    }
    const captured = captureTab(tab);
    return () => this.svgLater(captured, options);
  }

  /** The SVG, drawn in a worker. Problems: as for `svg`. */
  async svgLater(tab: CapturedTab, options: PictureOptions): Promise<string | Problem> {
    if (pictureWork({ elements: () => tab.elements }) > limits.pictureWork) return tooMuch;
    const bytes = await this.#paint(tab, { options, output: { format: 'svg' } });
    return isProblem(bytes) ? bytes : new TextDecoder().decode(bytes);
  }

  /** Problems: work_limit_exceeded, room_unavailable, shutting_down. */
  async png(tab: CapturedTab, options: PictureOptions, size: PngSize): Promise<Uint8Array | Problem> {
    if (pictureWork({ elements: () => tab.elements }, options.cards, options.sheets) > limits.pictureWork) return tooMuch;
    return this.#paint(tab, { options, output: { format: 'png', size } });
  }

  /** A PDF of these pages, or of one with all that the options show. Problems: work_limit_exceeded, room_unavailable, shutting_down. */
  async pdf(tab: CapturedTab, options: PictureOptions, pages: readonly PdfPage[] | null): Promise<Uint8Array | Problem> {
    if (pictureWork({ elements: () => tab.elements }, options.cards, options.sheets) > limits.pictureWork) return tooMuch;
    return this.#paint(tab, { options, output: { format: 'pdf', pages } });
  }

  /** The text of a diagram in another format, and what it does not say. Problems: as for `png`. */
  async diagram(tab: CapturedTab, options: PictureOptions, as: DiagramFormat): Promise<WrittenDiagram | Problem> {
    const answer = await this.#run(tab, { options, output: { format: 'diagram', as } });
    if (isProblem(answer)) return answer;
    return { text: new TextDecoder().decode(answer.bytes), dropped: answer.kind === 'written' ? answer.dropped : [] };
  }

  /** A PNG of the whole tab as a data URL, scaled down if it is large; null if it cannot be drawn, whatever the reason. */
  async dataUrl(tab: CapturedTab, optionsOf: () => PictureOptions | Promise<PictureOptions>): Promise<string | null> {
    try {
      const bytes = await this.png(tab, await optionsOf(), { maxPixels: limits.answerPicturePixels });
      return isProblem(bytes) ? null : `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
    } catch (error) {
      this.#options.onFault(error);
      return null;
    }
  }

  /** Ends the workers; running and waiting pictures are answered shutting_down. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #paint(tab: CapturedTab, job: PaintJob): Promise<Uint8Array | Problem> {
    const answer = await this.#run(tab, job);
    return isProblem(answer) ? answer : answer.bytes;
  }

  #run(tab: CapturedTab, job: PaintJob): Promise<Done | Problem> {
    return this.#pool.run(async (thread) => resultOf(await thread.ask(tab, job), thread));
  }
}

type Done = Extract<PainterReply, { readonly bytes: Uint8Array }>;
export type WrittenDiagram = { readonly text: string; readonly dropped: readonly string[] };

async function resultOf(answer: PainterReply | null, thread: Thread): Promise<Done | Problem> {
  if (answer === null) return tooMuch;
  if (answer.kind === 'drawn' || answer.kind === 'written') {
    if (answer.kind === 'drawn' && answer.pixels > retainedPixelsMax) await thread.end();
    return answer;
  }
  if (answer.kind === 'too-large') return tooLarge(answer);
  await thread.end();
  if (answer.kind === 'broken') return tooMuch;
  throw new Error(`the painter's worker failed: ${JSON.stringify(answer)}`);
}

/** A worker that has drawn a larger PNG has allocated 100 MB and more, which WebAssembly never releases: it is ended. */
const retainedPixelsMax = 6_000_000;

const tooMuch = problem('work_limit_exceeded', { hint: 'Put less on one tab.' });

function tooLarge({ width, height }: { readonly width: number; readonly height: number }): Problem {
  const detail = `The picture would be ${width} by ${height} pixels.`;
  const most = `${limits.picturePixels} pixels, ${limits.pictureSidePixels} on a side`;
  return problem('work_limit_exceeded', {
    detail,
    hint: `Ask for a smaller scale, or for a part by elements: a picture has at most ${most}.`,
    limit: limits.picturePixels,
  });
}
