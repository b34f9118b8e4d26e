/** chromium: a real browser without a window, for tests, with a fresh profile, gone with the test process. */
import { type Browser, chromium } from 'playwright-core';

import { findProgram } from './tied-process.ts';

const programs = ['chromium', 'chromium-browser', 'google-chrome'];

/** It must not look for anything on the network: what it would find there differs from machine to machine. */
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
  const program = programs.map((name) => findProgram(name)).find((found) => found !== null);
  if (program === undefined) {
    throw new Error(
      `Chromium is not installed: there is no ${programs.join(' or ')} in PATH. On Debian or Ubuntu: apt-get install -y chromium`,
    );
  }
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath: program, args: isRoot ? [...args, '--no-sandbox'] : args });
}
