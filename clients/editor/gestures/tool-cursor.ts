/**
 * tool-cursor: the cursor of a tool: that of the eraser shows what it touches, that of the laser pointer its red dot, that of
 * comments the bubble whose tip is at the point, that of votes a check mark. */
export const toolCursor = (tool: string): string => cursors.get(tool) ?? 'crosshair';

/** Seen on light and on dark canvases. */
const drawnCursor = (size: number, inner: string, tip: readonly [number, number] = [size / 2, size / 2]): string => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${inner}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}") ${tip[0]} ${tip[1]}, crosshair`;
};

const cursors: ReadonlyMap<string, string> = new Map([
  [
    'eraser',
    drawnCursor(
      16,
      '<circle cx="8" cy="8" r="6" fill="#fff" fill-opacity=".75" stroke="#fff" stroke-width="3"/><circle cx="8" cy="8" r="6" fill="none" stroke="#343a40" stroke-width="1.5"/>',
    ),
  ],
  [
    'comment',
    drawnCursor(
      24,
      '<path d="M2 22V12a10 10 0 1 1 10 10z" fill="#fff" stroke="#343a40" stroke-width="1.5" stroke-linejoin="round"/>',
      [2, 22],
    ),
  ],
  [
    'vote',
    drawnCursor(
      22,
      '<circle cx="11" cy="11" r="9" fill="#3346d3" stroke="#fff" stroke-width="2"/><path d="M7 11.2l2.8 2.8L15 8.6" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
  ],
  ['laser', drawnCursor(16, '<circle cx="8" cy="8" r="5" fill="#e03131" stroke="#fff" stroke-width="2"/>')],
]);
