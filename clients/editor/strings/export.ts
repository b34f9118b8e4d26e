/** export: the texts of exporting a tab, and of copying it as a picture. */
import { catalogue } from './catalogue.ts';

export const exportTexts = catalogue({
  exportTab: 'Export tab',
  exportSelection: 'Export selection',
  copyAs: 'Copy as',
  png: 'PNG',
  svg: 'SVG',
  pdf: 'PDF',
  drawio: 'draw.io',
  excalidraw: 'Excalidraw',
  mermaid: 'Mermaid',
  json: 'JSON',
  changeset: 'Changeset',
  copiedAsPng: 'Copied as PNG',
  copiedAsSvg: 'Copied as SVG',
  couldNotExport: 'Couldn’t export',
  couldNotCopy: 'Couldn’t copy the picture',
  clipboardBlocked: 'Clipboard access is blocked.',
});
