/** SVG files in a real browser: pasted, chosen and dropped as pictures, with their size; hostile ones do no harm. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ControlBench } from './controls/bench.ts';
import { shoot } from './shoot.ts';
import { type BrowserVisitor, type EditorStage, startStage } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
beforeAll(async () => {
  stage = await startStage('svg-files');
  ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  // Chromium reports the styles of the error that it puts into a document that is not well-formed.
  // The styles of the files below, whose hashes these are, are not reported.
  stage.expectComplaints(/^Applying inline style (?!.*sha256-(?:SOsPNNdK|8Y8yMCat))/);
});
afterAll(() => stage.stop());

const xmlns = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const logo = `<svg ${xmlns} viewBox="0 0 120 60"><title>A logo</title><style>.a{fill:#c2255c}</style><rect class="a" width="60" height="60"/><circle cx="90" cy="30" r="30" fill="#2b8a3e"/></svg>`;

/** Puts a text on the clipboard's event, as a browser pastes it. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData('text/plain', ${JSON.stringify(text)});
    document.querySelector('.canvas').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);

const drop = (page: Page, name: string, type: string, text: string): Promise<void> =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
    document.querySelector('.canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, clientX: 640, clientY: 300 }));
  })()`);

/** The colors of an image at shares of its size, as red, green and blue. */
const colorsOf = (page: Page, imageId: unknown, ...places: readonly (readonly [number, number])[]): Promise<number[][]> =>
  page.evaluate(`(async () => {
    const image = new Image();
    image.src = '/api/v1/images/${String(imageId)}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return ${JSON.stringify(places)}.map(([x, y]) => [...context.getImageData(x * canvas.width, y * canvas.height, 1, 1).data.slice(0, 3)]);
  })()`);

test('SVG is a picture of its size, at twice its pixels: pasted as text, dropped, and chosen', async () => {
  const bench = await ControlBench.open(stage, ada);
  const { page } = bench;
  await paste(page, logo);
  await expect.poll(async () => (await bench.elements()).length).toBe(1);
  const [pasted] = await bench.elements();
  expect(pasted).toMatchObject({ type: 'image', width: 120, height: 60, naturalWidth: 240, naturalHeight: 120, alt: 'A logo' });
  expect(await colorsOf(page, pasted?.['imageId'], [0.2, 0.5], [0.75, 0.5])).toEqual([[194, 37, 92], [43, 138, 62]]); // prettier-ignore
  await drop(page, 'mark.svg', '', logo.replace('viewBox="0 0 120 60"', 'width="2in" height="1in" viewBox="0 0 120 60"'));
  await expect.poll(async () => (await bench.elements()).length).toBe(2);
  expect((await bench.elements()).find(({ alt }) => alt === 'mark')).toMatchObject({ width: 192, height: 96, naturalWidth: 384 });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  await (await chooser).setFiles({ name: 'bare.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(`<svg ${xmlns}><rect width="10" height="10"/></svg>`) }); // prettier-ignore
  await expect.poll(async () => (await bench.elements()).find(({ alt }) => alt === 'bare')).toMatchObject({ width: 300, height: 150 }); // prettier-ignore
  await shoot(page, 'svg-files');
  await page.close();
});

test('hostile SVG runs nothing, loads nothing and does not hang the page', async () => {
  const bench = await ControlBench.open(stage, ada);
  const { page } = bench;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await paste(
    page,
    `<svg ${xmlns} width="40" height="40" onload="window.ran = 1"><script>window.ran = 2; fetch('/ran')</script><image href="/api/v1/me?svg" width="9" height="9"/><image xlink:href="https://evil.example/x.png" width="9" height="9"/><style>@import url(https://evil.example/x.css); rect { fill: url(https://evil.example/x.svg#a) }</style><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example/"/></foreignObject><rect width="40" height="40"/></svg>`,
  );
  const state = async () => ((await bench.elements()).length === 1 ? 'placed' : (await page.getByText('can’t be read').count()) > 0 ? 'refused' : ''); // prettier-ignore
  await expect.poll(state).not.toBe('');
  expect(await page.evaluate('window.ran')).toBeUndefined();
  expect(requested.filter((url) => /evil|ran|me\?svg/.test(url))).toEqual([]);
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
  const uses = Array.from({ length: 12 }, (_, n) => `<g id="u${n + 1}">${`<use href="#u${n}"/>`.repeat(10)}</g>`).join('');
  for (const [name, text, words] of [
    ['laughs.svg', `<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]><svg ${xmlns}><text>&l9;</text></svg>`, 'This SVG can’t be read.'],
    [
      'bomb.svg',
      `<svg ${xmlns}><defs><rect id="u0" width="1" height="1"/>${uses}</defs><use href="#u12"/></svg>`,
      'This SVG is too large.',
    ],
    ['broken.svg', `<svg ${xmlns}><rect`, 'This SVG can’t be read.'],
    ['page.svg', '<html xmlns="http://www.w3.org/1999/xhtml"><body>no</body></html>', 'This SVG can’t be read.'],
  ] as const) {
    await drop(page, name, 'image/svg+xml', text);
    await page.getByText(`${name}: ${words}`).first().waitFor();
  }
  const before = (await bench.elements()).length;
  await drop(page, 'huge.svg', 'image/svg+xml', `<svg ${xmlns} width="1e9" height="1e9"><rect width="1e9" height="1e9" fill="red"/></svg>`); // prettier-ignore
  await expect.poll(async () => (await bench.elements()).length, { timeout: 60_000 }).toBe(before + 1);
  const huge = (await bench.elements()).find(({ alt }) => alt === 'huge');
  expect(Number(huge?.['naturalWidth']) * Number(huge?.['naturalHeight'])).toBeLessThanOrEqual(16_100_000);
  await page.close();
});
