/**
 * compress-page: writes compressed forms of the page's files beside them, `x.js.br` and `x.js.gz`, for rest/page.ts to serve.
 *
 * Only files that can be compressed (fonts and images already are) and that are large enough to be worth a header.
 */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const worthBytes = 1_024;
/** Of 11: the last level takes twice the time and saves one percent. */
const brotliQuality = 10;

export async function compressPage(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true }).map(String);
  await Promise.all(names.filter((name) => /\.(?:js|css|svg|html)$/.test(name)).map((name) => compress(join(folder, name))));
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < worthBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
