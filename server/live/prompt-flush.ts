/**
 * prompt-flush: a change after a quiet moment goes out at once; those that follow within a frame of the screen go together.
 *
 * Hocuspocus alone either holds every change for its `flushDelay`, or sends each one by itself.
 */
import type { Document } from '@hocuspocus/server';

/** `frameMs` is the document's `flushDelay`. */
export function flushPromptly(document: Document, frameMs: number): void {
  /** When the last change went out, or will, ms. */
  let sentAt = Number.NEGATIVE_INFINITY;
  const changed = (): void => {
    const now = performance.now();
    if (now < sentAt) return;
    if (now - sentAt < frameMs) {
      sentAt = now + frameMs;
      return;
    }
    sentAt = now;
    // What arrived in the same turn of the event loop goes with it.
    setImmediate(() => document.flush());
  };
  document.on('update', changed);
  document.awareness.on('update', changed);
}
