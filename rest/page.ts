/**
 * Serves the editor's page and its files, as built from clients/editor.
 *
 * Each screen has an address of its own, and all are the same page, which caches must revalidate. Files below /assets have a hash of
 * their content in their name and are cached indefinitely. The policy allows the page's own scripts, styles, fonts and pictures and
 * this server's answers: no inline script, no eval, no other origin, no frame. Clients that accept brotli or gzip get the file as the
 * build compressed it. A chat board is a page of the chat's host, which loads its files from here under stable names, since hosts
 * keep the page for as long as the conversation. A page that is not built is answered with 503, and served as soon as it is built.
 */
import { fileURLToPath } from 'node:url';

import express, { type Request, type Response, type Router } from 'express';

import { allowMethods } from './allow-methods.ts';
import { permitOrigin } from './chat-origins.ts';
import type { RestContext } from './context.ts';
import type { PageFiles } from './page-files.ts';

/** Where `npm run build` puts the page. */
export const builtPage = fileURLToPath(new URL('../clients/editor/dist', import.meta.url));

/** The screens of clients/editor/state/routes.ts. */
const plain = [
  '/',
  '/trash',
  '/tokens',
  '/libraries',
  '/themes',
  '/images',
  '/profile',
  '/mentions',
  '/admin',
  '/share',
  '/oauth/authorize',
];
const screens = [...plain, '/folders/:folder', '/d/:document', '/d/:document/:tab'];

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

/** The files of chat boards, which pages of any origin load, and the fonts that they share with the editor. */
const chatFolders = ['/chat/', '/assets/'];

export const notBuilt =
  '<!doctype html><html lang="en"><title>Atelier</title><h1>The editor\'s page is not built</h1>' +
  '<p>Run <code>npm run build</code> beside the server; a restart is not necessary. The API works without it.</p></html>';

export function page(rest: RestContext, files: PageFiles): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const screen = router.route(screens).get((request, response) => {
    response.setHeader('Content-Security-Policy', policy);
    if (files.send(request, response, '/index.html')) return;
    response
      .status(503)
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .setHeader('Cache-Control', 'no-store')
      .end(notBuilt);
  });
  allowMethods(rest, screen, ['get']);
  const file = router.route('/{*path}' as string).all((request: Request, response: Response, next) => {
    // Documents are at addresses of their own.
    if (request.path.endsWith('.html') || !files.has(request.path)) next('route');
    else if (request.method !== 'GET' && request.method !== 'HEAD') next();
    else {
      if (chatFolders.some((at) => request.path.startsWith(at))) permitOrigin(response);
      response.setHeader('Content-Security-Policy', policy);
      files.send(request, response, request.path);
    }
  });
  allowMethods(rest, file, ['get']);
  return router;
}
