/** shoot: pictures of what tests show, to look at: in the folder that `SHOTS` in the environment names, and none without it. */
import process from 'node:process';

import type { Page, PageScreenshotOptions } from 'playwright-core';

const folder = process.env['SHOTS'];

export async function shoot(page: Page, name: string, options: Omit<PageScreenshotOptions, 'path'> = {}): Promise<void> {
  if (folder !== undefined) await page.screenshot({ ...options, path: `${folder}/${name}.png` });
}
