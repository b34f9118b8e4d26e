/** `npm run gallery`: renders every changeset of docs/gallery and docs/drawing and every diagram of docs/import, and writes the page of the gallery. */
import { readFileSync, writeFileSync } from 'node:fs';

import { embeddedFonts } from '#server/pictures/font-files.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';

import { comparisons } from './comparisons.ts';
import { pictureOf, tabOf } from './draw.ts';
import { drawings } from './drawings.ts';
import { changesetOf, importedDrawings } from './imports.ts';
import { indexPage } from './index-page.ts';

const docs = new URL('../../docs/', import.meta.url);
const { flow } = await GraphvizEngine.load();
const fonts = embeddedFonts();
for (const [folder, listed] of [
  ['gallery', drawings],
  ['drawing', comparisons],
] as const) {
  for (const drawing of listed) {
    const changeset = readFileSync(new URL(`${folder}/${drawing.name}.txt`, docs), 'utf8');
    writeFileSync(new URL(`${folder}/${drawing.name}.svg`, docs), pictureOf(tabOf(drawing, changeset, flow), fonts));
  }
}
for (const drawing of importedDrawings) {
  const changeset = changesetOf(readFileSync(new URL(`import/${drawing.name}.mmd`, docs), 'utf8'));
  writeFileSync(new URL(`import/${drawing.name}.svg`, docs), pictureOf(tabOf(drawing, changeset, flow), fonts));
}
writeFileSync(new URL('gallery/README.md', docs), indexPage(drawings));
