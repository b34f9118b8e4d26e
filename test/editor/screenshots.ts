/**
 * `npm run screenshots [name…]` writes the screens of docs/screenshots, each in light and in dark.
 *
 * A part of the editor adds its screens in a file of shots/, and that file here.
 */
import { mkdirSync } from 'node:fs';
import process from 'node:process';

import { documentShots } from './shots/document-shots.ts';
import { homeShots } from './shots/home-shots.ts';
import { workShots } from './shots/work-shots.ts';
import { closeStudio, openStudio, type Shot } from './shots/studio.ts';

const shots: readonly Shot[] = [...homeShots, ...documentShots, ...workShots];

const folder = new URL('../../docs/screenshots/', import.meta.url);
const wanted = process.argv.slice(2);
const taken = shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
mkdirSync(folder, { recursive: true });
for (const scheme of ['light', 'dark'] as const) {
  const studio = await openStudio(scheme);
  for (const { name, take } of taken) {
    const page = await take(studio);
    await page.screenshot({ path: new URL(`${name}-${scheme}.png`, folder).pathname, caret: 'hide', animations: 'disabled' });
    await page.close();
    process.stdout.write(`${name}-${scheme}\n`);
  }
  await closeStudio(studio);
}
