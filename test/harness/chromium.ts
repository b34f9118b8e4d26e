/** A headless browser with a fresh profile, which ends with the test process. */
import { type Browser, chromium } from 'playwright-core';

import { programPath } from './programs.ts';

/** It must not use the network: what it would find there differs between machines. */
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

export async function startChromium(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath: programPath('chromium'), args: isRoot ? [...args, '--no-sandbox'] : args });
}
