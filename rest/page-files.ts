/**
 * The files of the built page. Files below /assets have a hash of their content in their name and are cached indefinitely; caches must
 * revalidate the others. Clients that accept brotli or gzip get the file as the build compressed it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import type { Request, Response } from 'express';

const media: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The bytes of a file in one coding, and their ETag. */
type Variant = { readonly coding: Coding | null; readonly bytes: Buffer; readonly tag: string };
type File = { readonly variants: readonly Variant[]; readonly type: string; readonly isNamedByContent: boolean };

/** The file name extensions that clients/editor/compress-page.ts uses. */
const codings = { br: '.br', gzip: '.gz' } as const;
type Coding = keyof typeof codings;
const bestFirst = ['br', 'gzip', null] as const;

/** Reads all files at once, when the page exists, so that a build while the server runs never mixes two pages. */
export class PageFiles {
  readonly #folder: string;
  #files: ReadonlyMap<string, File> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `path` as in the address. */
  has(path: string): boolean {
    return this.#get(path) !== undefined;
  }

  /** A text that the server completes; null if it is not built. */
  text(path: string): string | null {
    return this.#get(path)?.variants.at(-1)?.bytes.toString() ?? null;
  }

  /** Answers with a file; false if there is none. */
  send(request: Request, response: Response, path: string): boolean {
    const file = this.#get(path);
    if (file !== undefined) sendFile(request, response, file);
    return file !== undefined;
  }

  #get(path: string): File | undefined {
    this.#files ??= readPage(this.#folder);
    return this.#files?.get(path);
  }
}

function sendFile(request: Request, response: Response, file: File): void {
  const variant = variantFor(request, file);
  if (variant === undefined) throw new Error('a file has at least its plain variant');
  response
    .setHeader('Content-Type', file.type)
    .setHeader('Cache-Control', file.isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
    .setHeader('ETag', variant.tag);
  if (file.variants.length > 1) response.vary('Accept-Encoding');
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  if (variant.coding !== null) response.setHeader('Content-Encoding', variant.coding);
  response.setHeader('Content-Length', variant.bytes.length).end(variant.bytes);
}

/** The plain variant is the last, and every client accepts it. */
const variantFor = (request: Request, { variants }: File): Variant | undefined =>
  variants.find(({ coding }) => coding === null || request.acceptsEncodings(coding) === coding);

function readPage(folder: string): ReadonlyMap<string, File> | null {
  let names: Set<string>;
  try {
    names = new Set(readdirSync(folder, { recursive: true }).map(String));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const files = new Map<string, File>();
  for (const name of names) {
    const type = media[extname(name)];
    if (type === undefined) continue;
    const path = `/${name.split(sep).join('/')}`;
    const variants = bestFirst.flatMap((coding) => variantsOf(folder, names, name, coding));
    files.set(path, { variants, type, isNamedByContent: path.startsWith('/assets/') });
  }
  return files.has('/index.html') ? files : null;
}

function variantsOf(folder: string, names: ReadonlySet<string>, name: string, coding: Coding | null): Variant[] {
  const stored = coding === null ? name : name + codings[coding];
  if (!names.has(stored)) return [];
  const bytes = readFileSync(join(folder, stored));
  const content = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return [{ coding, bytes, tag: `"${content}"` }];
}
