import type { TabInView } from '../live/tab-store.ts';

/** A canvas with nothing on it, not even what this version does not know. */
export const isEmptyCanvas = ({ view }: TabInView): boolean =>
  view.settings.mode === 'canvas' && !view.settings.locked && view.size === 0 && view.skipped.length === 0;
