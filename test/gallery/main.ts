/**
 * `npm run gallery`: renders every changeset of docs/gallery and docs/drawing and every diagram of docs/import, and writes the page of the
 * gallery, the examples of docs/import.md and the pictures of the templates.
 */
import { readFileSync, writeFileSync } from 'node:fs';

import { embeddedFonts } from '#server/pictures/font-files.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';

import { comparisons } from './comparisons.ts';
import { pictureOf, tabOf } from './draw.ts';
import { drawings } from './drawings.ts';
import { changesetOf, importedDrawings, withExamples } from './imports.ts';
import { indexPage } from './index-page.ts';
import { drawTemplates } from './templates.ts';

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
const textOf = (name: string): string => readFileSync(new URL(`import/${name}.mmd`, docs), 'utf8');
for (const drawing of importedDrawings) {
  const changeset = changesetOf(textOf(drawing.name));
  writeFileSync(new URL(`import/${drawing.name}.svg`, docs), pictureOf(tabOf(drawing, changeset, flow), fonts));
}
const importPage = new URL('import.md', docs);
writeFileSync(importPage, withExamples(readFileSync(importPage, 'utf8'), textOf));
writeFileSync(new URL('gallery/README.md', docs), indexPage(drawings));
const pictures = new URL('../../clients/editor/public/templates/', import.meta.url);
for (const template of await drawTemplates())
  for (const [name, picture] of template.pictures) writeFileSync(new URL(name, pictures), picture);
// Threads of the server that drew them are still there.
process.exit(0);
