/** `npm run gallery`: renders every changeset of docs/gallery, and writes the page that shows them. */
import { readFileSync, writeFileSync } from 'node:fs';

import { embeddedFonts } from '#server/pictures/font-files.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';

import { pictureOf, tabOf } from './draw.ts';
import { drawings } from './drawings.ts';
import { indexPage } from './index-page.ts';

const folder = new URL('../../docs/gallery/', import.meta.url);
const { flow } = await GraphvizEngine.load();
const fonts = embeddedFonts();
for (const drawing of drawings) {
  const changeset = readFileSync(new URL(`${drawing.name}.txt`, folder), 'utf8');
  writeFileSync(new URL(`${drawing.name}.svg`, folder), pictureOf(tabOf(drawing, changeset, flow), fonts));
}
writeFileSync(new URL('README.md', folder), indexPage(drawings));
