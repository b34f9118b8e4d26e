/**
 * painter: draws tabs within budgets: small SVGs at once, on the event loop; large ones and every PNG in a worker.
 *
 * A1  A drawing on the event loop takes at most some milliseconds; what would take more is drawn later, from values that
 *     are captured at once. Drawn here or there, the same tab has the same bytes.
 * A2  A worker has a deadline and a bounded heap, a PNG a largest size; what passes them, and what breaks the rasteriser,
 *     is refused (work_limit_exceeded), and the worker is replaced.
 * A3  There are few workers, started when they are first needed. Pictures wait for one in the order in which they came;
 *     one that waits too long, or comes when too many wait, is answered room_unavailable.
 * A4  What a large PNG took of memory is given back.
 * A5  The picture in an answer is no reason to refuse it: null when there is none, whatever the reason.
 */
import { pictureWork } from '#core/render/picture-work.ts';
import { renderWhile } from '#core/render/render-svg.ts';
import type { TabView } from '#core/tab/view.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { captureTab, type CapturedTab } from '#server/workers/captured-tab.ts';
import { type PoolLimits, WorkerPool } from '#server/workers/worker-pool.ts';
import { type ThreadLimits, WorkerThread } from '#server/workers/worker-thread.ts';

import { embeddedFonts } from './font-files.ts';
import type { ForeignFont } from './foreign-fonts.ts';
import type { PainterReply, Look, PaintJob, PngSize } from './messages.ts';

/** `onFault` hears of a fault of ours that the caller of `dataUrl` does not. */
export type PainterOptions = Partial<PainterLimits> & {
  readonly onFault: (error: unknown) => void;
  /** For what no font of ours has, in PNGs. */
  readonly foreign?: readonly ForeignFont[];
};

type PainterLimits = ThreadLimits & PoolLimits & { readonly workHere: number; readonly msHere: number; readonly threads: number };

const usual: PainterLimits = {
  /** Work (picture-work.ts) on the event loop, and its time: the first keeps out what is hopeless. */
  workHere: 100_000,
  msHere: 15,
  threads: 2,
  deadlineMs: limits.pictureMs,
  startMs: 15_000,
  heapMb: 256,
  waitMs: 10_000,
  maxWaiting: 32,
};

type Thread = WorkerThread<PaintJob, PainterReply>;

export class Painter {
  readonly #options: PainterLimits & PainterOptions;
  readonly #pool: WorkerPool<Thread>;
  readonly #fonts = embeddedFonts();

  constructor(options: PainterOptions) {
    this.#options = { ...usual, ...options };
    const script = new URL('./painter-worker.ts', import.meta.url);
    const threads = Array.from(
      { length: this.#options.threads },
      () => new WorkerThread<PaintJob, PainterReply>(script, this.#options, options.foreign ?? []),
    );
    this.#pool = new WorkerPool(threads, this.#options);
  }

  /** The SVG at once, or a promise of it. Problems: work_limit_exceeded, room_unavailable, shutting_down. */
  svg(tab: TabView, look: Look): string | Problem | (() => Promise<string | Problem>) {
    const work = pictureWork(tab, look.cards, look.sheets);
    if (work > limits.pictureWork) return tooMuch;
    const { workHere, msHere } = this.#options;
    if (work <= workHere) {
      const until = performance.now() + msHere;
      const picture = renderWhile(() => performance.now() < until, tab, { ...look, fonts: this.#fonts });
      if (picture !== null) return picture.source;
    }
    const values = captureTab(tab);
    return () => this.svgLater(values, look);
  }

  /** The SVG, by a worker. Problems: as of `svg`. */
  async svgLater(tab: CapturedTab, look: Look): Promise<string | Problem> {
    if (pictureWork({ elements: () => tab.elements }) > limits.pictureWork) return tooMuch;
    const bytes = await this.#paint(tab, { look, png: null });
    return isProblem(bytes) ? bytes : new TextDecoder().decode(bytes);
  }

  /** Problems: work_limit_exceeded, room_unavailable, shutting_down. */
  async png(tab: CapturedTab, look: Look, size: PngSize): Promise<Uint8Array | Problem> {
    if (pictureWork({ elements: () => tab.elements }, look.cards, look.sheets) > limits.pictureWork) return tooMuch;
    return this.#paint(tab, { look, png: size });
  }

  /** [A5] A PNG of the whole tab as a data URL, scaled down when it is large. */
  async dataUrl(tab: CapturedTab, lookOf: () => Look | Promise<Look>): Promise<string | null> {
    try {
      const bytes = await this.png(tab, await lookOf(), { mostPixels: limits.answerPicturePixels });
      return isProblem(bytes) ? null : `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
    } catch (error) {
      this.#options.onFault(error);
      return null;
    }
  }

  /** Ends the workers; pictures under way and waiting are answered shutting_down. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  #paint(tab: CapturedTab, job: PaintJob): Promise<Uint8Array | Problem> {
    return this.#pool.run(async (thread) => resultOf(await thread.ask(tab, job), thread));
  }
}

async function resultOf(answer: PainterReply | null, thread: Thread): Promise<Uint8Array | Problem> {
  if (answer === null) return tooMuch;
  if (answer.kind === 'drawn') {
    if (answer.pixels > keptPixels) await thread.end();
    return answer.bytes;
  }
  if (answer.kind === 'too-large') return tooLarge(answer);
  await thread.end();
  if (answer.kind === 'broken') return tooMuch;
  throw new Error(`the painter's worker failed: ${JSON.stringify(answer)}`);
}

/** [A4] A worker that has drawn more holds 100 MB and more, which WebAssembly never gives back. */
const keptPixels = 6_000_000;

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
