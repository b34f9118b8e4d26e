/** The name of a tab's file: its name, as far as every file system takes it. */

import { firstCharacters } from '#core/notation/characters.ts';

const longest = 80;
/** Names that Windows keeps for devices. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** `<tab-name>.atl`, with a number if another file has that name in any case. */
export function fileNameFor(tabName: string, taken: ReadonlySet<string>): string {
  const words = tabName
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  const short = firstCharacters(words, longest);
  const name = short === '' || device.test(short) ? `tab-${short}`.replace(/-$/, '') : short;
  const lower = new Set([...taken].map((file) => file.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const file = `${name}${number === 1 ? '' : `-${number}`}.atl`;
    if (!lower.has(file.toLowerCase())) return file;
  }
}
