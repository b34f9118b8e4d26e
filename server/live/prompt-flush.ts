/**
 * Sends a change after a quiet moment at once, and batches those that follow within one frame. Hocuspocus alone either delays every change by
 * its `flushDelay`, or sends each one separately.
 */
import type { Document } from '@hocuspocus/server';

/** `frameMs` is the document's `flushDelay`. */
export function flushPromptly(document: Document, frameMs: number): void {
  /** When the last batch was, or will be, sent, ms. */
  let sentAt = Number.NEGATIVE_INFINITY;
  const onChange = (): void => {
    const now = performance.now();
    if (now < sentAt) return;
    if (now - sentAt < frameMs) {
      sentAt = now + frameMs;
      return;
    }
    sentAt = now;
    // Includes what arrives in the same turn of the event loop.
    setImmediate(() => document.flush());
  };
  document.on('update', onChange);
  document.awareness.on('update', onChange);
}
