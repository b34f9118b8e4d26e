/** published: the texts of clients/editor/published. */
import { catalogue } from './catalogue.ts';

export const publishedTexts = catalogue({
  made: 'Made with Atelier',
  board: (name: string) => `${name}. Arrow keys pan, plus and minus zoom, 0 shows everything.`,
  contents: 'Text of the drawing',
  moreContents: (count: number) => `And ${count} more`,
  arrow: (from: string, to: string) => `${from} to ${to}`,
  arrowNamed: (from: string, to: string, label: string) => `${from} to ${to}: ${label}`,
  nameless: 'unnamed',
  view: 'View',
  tab: 'Tab',
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  page: (place: number, count: number) => `${place} / ${count}`,
  pageSpoken: (place: number, count: number, name: string) => `Page ${place} of ${count}: ${name}`,
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  zoomToFit: 'Zoom to fit',
  percent: (value: number) => `${value}%`,
  opening: 'Opening…',
  reconnecting: 'Reconnecting…',
  empty: 'This board is empty.',
  goneTitle: 'This board is no longer published',
  goneAbout: 'Its owner has stopped publishing it, or the link has expired.',
});
