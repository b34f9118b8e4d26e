/**
 * Serves the editor's page and its files, as built from clients/editor.
 *
 * Each screen has an address of its own, and all are the same page, which caches must revalidate. Files below /assets have a hash of
 * their content in their name and are cached indefinitely. The policy allows the page's own scripts, styles, fonts and pictures and
 * this server's answers: no inline script, no eval, no other origin, no frame. Clients that accept brotli or gzip get the file as the
 * build compressed it. A chat board is a page of the chat's host, which loads its files from here under stable names, since hosts
 * keep the page for as long as the conversation. A page that is not built is answered with 503, and served as soon as it is built.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import express, { type Request, type Response, type Router } from 'express';

import { allowMethods } from './allow-methods.ts';
import { permitOrigin } from './chat-origins.ts';
import type { RestContext } from './context.ts';

/** Where `npm run build` puts the page. */
export const builtPage = fileURLToPath(new URL('../clients/editor/dist', import.meta.url));

/** The screens of clients/editor/state/routes.ts. */
const plain = ['/', '/trash', '/tokens', '/libraries', '/themes', '/images', '/profile', '/share', '/oauth/authorize'];
const screens = [...plain, '/d/:document', '/d/:document/:tab'];

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

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

/** The files of chat boards, which pages of any origin load, and the fonts that they share with the editor. */
const chatFolders = ['/chat/', '/assets/'];

const notBuilt =
  '<!doctype html><html lang="en"><title>Atelier</title><h1>The editor\'s page is not built</h1>' +
  '<p>Run <code>npm run build</code> beside the server; a restart is not necessary. The API works without it.</p></html>';

export function page(rest: RestContext, folder: string): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const files = new PageFiles(folder);
  const screen = router.route(screens).get((request, response) => send(request, response, files.get('/index.html')));
  allowMethods(rest, screen, ['get']);
  const file = router.route('/{*path}' as string).all((request: Request, response: Response, next) => {
    const pageFile = request.path === '/index.html' ? undefined : files.get(request.path);
    if (pageFile === undefined) next('route');
    else if (request.method !== 'GET' && request.method !== 'HEAD') next();
    else {
      if (chatFolders.some((at) => request.path.startsWith(at))) permitOrigin(response);
      send(request, response, pageFile);
    }
  });
  allowMethods(rest, file, ['get']);
  return router;
}

/** The bytes of a file in one coding, and their ETag. */
type Variant = { readonly coding: Coding | null; readonly bytes: Buffer; readonly tag: string };
type File = { readonly variants: readonly Variant[]; readonly type: string; readonly isNamedByContent: boolean };

/** The file name extensions that clients/editor/compress-page.ts uses. */
const codings = { br: '.br', gzip: '.gz' } as const;
type Coding = keyof typeof codings;
const bestFirst = ['br', 'gzip', null] as const;

function send(request: Request, response: Response, file: File | undefined): void {
  response.setHeader('Content-Security-Policy', policy);
  if (file === undefined) {
    response
      .status(503)
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .setHeader('Cache-Control', 'no-store')
      .end(notBuilt);
    return;
  }
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

/** Reads all files at once, when the page exists, so that a build while the server runs never mixes two pages. */
class PageFiles {
  readonly #folder: string;
  #files: ReadonlyMap<string, File> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `path` as in the address. */
  get(path: string): File | undefined {
    this.#files ??= readPage(this.#folder);
    return this.#files?.get(path);
  }
}

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
