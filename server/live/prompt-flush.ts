/**
 * Sends a change after a quiet moment at once, and batches those that follow until the end of the frame. Hocuspocus alone either delays
 * every change by its `flushDelay`, or sends each one separately.
 */
import type { Document } from '@hocuspocus/server';

/** The longest frame. */
export const frameMsMax = 16;
const smallAudience = 20;
const frameMsOfSmallAudience = 2;

/** Frames exist because the cost of fan-out is messages, not bytes: with few connections it is low, and a delay would be wasted. */
export const frameMsFor = (connections: number): number => (connections <= smallAudience ? frameMsOfSmallAudience : frameMsMax);

/** `frameMs` returns the current length of a frame, at most the document's `flushDelay`. */
export function flushPromptly(document: Document, frameMs: () => number): void {
  let sentAt = Number.NEGATIVE_INFINITY;
  let isScheduled = false;
  const send = (): void => {
    isScheduled = false;
    sentAt = performance.now();
    document.flush();
  };
  const onChange = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    const waitMs = sentAt + frameMs() - performance.now();
    // An immediate includes what arrives in the same turn of the event loop.
    if (waitMs <= 0) setImmediate(send);
    else setTimeout(send, waitMs);
  };
  document.on('update', onChange);
  document.awareness.on('update', onChange);
}
