/**
 * page: the editor's page and its files, as clients/editor was built, at the addresses outside of the API.
 *
 * G1  Each screen has an address of its own, and all are one page: never kept by a cache without asking.
 * G2  Files under /assets have their content in their name: they are kept for ever.
 * G3  The page's policy lets in its own scripts, styles, fonts and pictures and this server's answers: no inline script, no
 *     eval, no foreign address, no frame.
 * G4  Who takes brotli or gzip gets the file as the build compressed it. Each form has a tag of its own, and who has it already
 *     is told so (304).
 * G5  A page that is not built is said to be so (503); as soon as it is built it is served.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import express, { type Request, type Response, type Router } from 'express';

import { allowMethods } from './allow-methods.ts';
import type { RestContext } from './context.ts';

/** Where `npm run build` puts the page. */
export const builtPage = fileURLToPath(new URL('../clients/editor/dist', import.meta.url));

/** The screens of clients/editor/state/routes.ts. */
const plain = ['/', '/trash', '/tokens', '/libraries', '/themes', '/images', '/profile', '/share'];
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
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

const notBuilt =
  '<!doctype html><html lang="en"><title>Atelier</title><h1>The editor\'s page is not built</h1>' +
  '<p>Run <code>npm run build</code> beside the server; it need not be started anew. The API answers all the same.</p></html>';

export function page(rest: RestContext, folder: string): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const files = new PageFiles(folder);
  const screen = router.route(screens).get((request, response) => send(request, response, files.get('/index.html')));
  allowMethods(rest, screen, ['get']);
  const file = router.route('/{*path}' as string).all((request: Request, response: Response, next) => {
    const found = request.path === '/index.html' ? undefined : files.get(request.path);
    if (found === undefined) next('route');
    else if (request.method !== 'GET' && request.method !== 'HEAD') next();
    else send(request, response, found);
  });
  allowMethods(rest, file, ['get']);
  return router;
}

/** The bytes of a file in one coding, and their tag. */
type Form = { readonly coding: Coding | null; readonly bytes: Buffer; readonly tag: string };
type File = { readonly forms: readonly Form[]; readonly type: string; readonly isNamedByContent: boolean };

/** The ends of the names that clients/editor/compress-page.ts gives them. */
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
  const form = formFor(request, file);
  if (form === undefined) throw new Error('a file has its own form at least');
  response
    .setHeader('Content-Type', file.type)
    .setHeader('Cache-Control', file.isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
    .setHeader('ETag', form.tag);
  if (file.forms.length > 1) response.vary('Accept-Encoding');
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  if (form.coding !== null) response.setHeader('Content-Encoding', form.coding);
  response.setHeader('Content-Length', form.bytes.length).end(form.bytes);
}

/** [G4] The plain form is the last, and anybody takes it. */
const formFor = (request: Request, { forms }: File): Form | undefined =>
  forms.find(({ coding }) => coding === null || request.acceptsEncodings(coding) === coding);

/** Read as a whole, once there is a page: a build while the server runs never mixes two pages. */
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
    const forms = bestFirst.flatMap((coding) => formOf(folder, names, name, coding));
    files.set(path, { forms, type, isNamedByContent: path.startsWith('/assets/') });
  }
  return files.has('/index.html') ? files : null;
}

function formOf(folder: string, names: ReadonlySet<string>, name: string, coding: Coding | null): Form[] {
  const stored = coding === null ? name : name + codings[coding];
  if (!names.has(stored)) return [];
  const bytes = readFileSync(join(folder, stored));
  const content = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return [{ coding, bytes, tag: `"${content}"` }];
}
