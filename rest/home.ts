/**
 * home: the page at `/` and `/share`, from files that are read once at the start.
 *
 * Its policy allows its own script, style and calls, and nothing else: no inline script, no foreign address, no frame.
 */
import { readFileSync } from 'node:fs';

import express, { type Router } from 'express';

import { allowMethods } from './allow-methods.ts';
import type { Rest } from './context.ts';

const files = [
  { paths: ['/', '/share'], name: 'index.html', type: 'text/html; charset=utf-8' },
  { paths: ['/home.js'], name: 'home.js', type: 'text/javascript; charset=utf-8' },
  { paths: ['/home.css'], name: 'home.css', type: 'text/css; charset=utf-8' },
] as const;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function home(rest: Rest): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  for (const { paths, name, type } of files) {
    const bytes = readFileSync(new URL(`../clients/home/${name}`, import.meta.url));
    const at = router.route([...paths]).get((_request, response) => {
      response
        .setHeader('Content-Type', type)
        .setHeader('Content-Security-Policy', policy)
        .setHeader('Cache-Control', 'no-cache')
        .end(bytes);
    });
    allowMethods(rest, at, ['get']);
  }
  return router;
}
