/**
 * Published boards, outside of the API: the page of a reader, the same for frames, pictures and images of the board.
 *
 * Everyone who has the address may read; no credential is looked at, and no cookie is set. The secret is part of the path, which is neither
 * logged nor passed on in a Referer. What a secret does not open has one answer, whatever the reason.
 */
import express, { type Request, type Response, type Router } from 'express';

import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { PublishedPngQuery, PublishedSvgQuery, type PublishedPictureQuery } from '#schema/published-calls.ts';
import { resumeAccount } from '#server/budgets/current-account.ts';
import type { PictureFormat } from '#server/published/published-boards.ts';
import type { CurrentLink } from '#server/published/published-link.ts';

import { allowMethods } from './allow-methods.ts';
import { listsTag, sendProblem } from './answer.ts';
import { permitOrigin } from './chat-origins.ts';
import type { RestContext } from './context.ts';
import { countBytes } from './count-bytes.ts';
import { refuseUsedUp } from './identify.ts';
import { oembed, type EmbedOrigins, sendOEmbed } from './oembed.ts';
import type { PageFiles } from './page-files.ts';
import { notBuilt } from './page.ts';
import { publishedHead } from './published-head.ts';
import { readQuery } from './query.ts';
import { picturePolicy } from './resources/pictures.ts';

export type PublishedOptions = { readonly files: PageFiles; readonly embedOrigins: EmbedOrigins };

type Handled = {
  readonly rest: RestContext;
  readonly request: Request;
  readonly response: Response;
  readonly link: CurrentLink;
};

export function published(rest: RestContext, options: PublishedOptions): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const get = (path: string, serve: (request: Request, response: Response) => Promise<void>): void => {
    const at = router.route(path).get((request, response) => {
      response.setHeader('X-Robots-Tag', 'noindex');
      serve(request, response).catch((error: unknown) => rest.fail(request, response, error));
    });
    allowMethods(rest, at, ['get']);
  };
  get('/p/:file', (request, response) => {
    const [, secret = '', format] = /^([^.]*)(?:\.(svg|png))?$/.exec(String(request.params['file'])) ?? [];
    const handled = { rest, request, response };
    if (format === undefined)
      return serveLink(handled, secret, 'publishedPage', (one) => sendPage(one, options, 'page'), gone(options, 'page'));
    return serveLink(handled, secret, 'publishedPicture', (one) => sendPicture(one, format as PictureFormat));
  });
  get('/embed/:secret', (request, response) =>
    serveLink(
      { rest, request, response },
      String(request.params['secret']),
      'publishedFrame',
      (one) => sendPage(one, options, 'embed'),
      gone(options, 'embed'),
    ),
  );
  get('/p/:secret/images/:image', (request, response) =>
    serveLink({ rest, request, response }, String(request.params['secret']), 'publishedImage', (one) =>
      sendImage(one, String(request.params['image'])),
    ),
  );
  get('/oembed', async (request, response) => {
    response.locals['route'] = 'oembed';
    const asked = oembed(queryOf(request), rest.originOf(request));
    if (isProblem(asked)) return sendProblem(rest, request, response, asked);
    return serveLink({ rest, request, response }, asked.secret, 'oembed', (one) =>
      sendOEmbed(rest, request, response, one.link, asked, options.embedOrigins),
    );
  });
  get('/embed.js', async (request, response) => {
    permitOrigin(response);
    response.removeHeader('X-Robots-Tag');
    if (!options.files.send(request, response, '/embed.js')) sendProblem(rest, request, response, problem('route_not_found'));
  });
  return router;
}

/** Answers with what the secret opens, for the account of its link. `name`: the route in the log. */
async function serveLink(
  { rest, request, response }: Omit<Handled, 'link'>,
  secret: string,
  name: string,
  answer: (handled: Handled) => Promise<Problem | null>,
  missing: (handled: Omit<Handled, 'link'>) => boolean = () => false,
): Promise<void> {
  response.locals['route'] = name;
  const refuse = (refusal: Problem): void => {
    const shown = hidden.has(refusal.code) ? problem('link_not_found') : refusal;
    if (shown.code === 'link_not_found' && missing({ rest, request, response })) return;
    sendProblem(rest, request, response, shown);
  };
  if (rest.isDraining()) {
    response.setHeader('Connection', 'close');
    return refuse(problem('shutting_down'));
  }
  if (rest.overload() >= shedAt) return refuse(overloaded);
  const link = await rest.app.published.open(secret);
  const account = link === null ? rest.accounts.account(null, request.ip ?? '') : rest.accounts.accountOfLink(link.id);
  const usedUp = refuseUsedUp(rest, response, account);
  if (usedUp !== null) return refuse(usedUp);
  countBytes(account, request, response);
  await account.run(async () => {
    resumeAccount();
    const refusal = link === null ? problem('link_not_found') : await answer({ rest, request, response, link });
    if (refusal !== null) refuse(refusal);
  });
}

/** That a link exists, but does not show something, is not said. */
const hidden: ReadonlySet<string> = new Set(['tab_not_found', 'document_not_found', 'image_not_found']);

/** How late the event loop is, as a multiple of the operator's bound, when published boards are refused: pictures before the rest. */
const shedAt = 4;
const overloaded = problem('room_unavailable', { detail: 'The server has too much to do at the moment.' });

async function sendPicture({ rest, request, response, link }: Handled, format: PictureFormat): Promise<Problem | null> {
  const query = readQuery(queryOf(request), format === 'png' ? PublishedPngQuery : PublishedSvgQuery);
  if (isProblem(query)) return query;
  const asked = query as PublishedPictureQuery;
  const boards = rest.app.published;
  let picture = boards.drawn(link, format, asked);
  if (picture === null) {
    if (rest.overload() >= 1) return overloaded;
    const drawn = await rest.reads.run(`published ${link.id}`, () => boards.picture(link, format, asked));
    if (isProblem(drawn)) return drawn;
    picture = drawn;
  }
  response.setHeader('Content-Security-Policy', picturePolicy);
  sendBytes(request, response, { ...picture, media: format === 'png' ? 'image/png' : 'image/svg+xml; charset=utf-8' });
  return null;
}

async function sendImage({ rest, request, response, link }: Handled, imageId: string): Promise<Problem | null> {
  const image = await rest.app.published.image(link, imageId);
  if (isProblem(image)) return image;
  const { buffer, byteOffset, byteLength } = image.bytes;
  response
    .setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .setHeader('Content-Disposition', 'inline');
  sendBytes(request, response, {
    bytes: Buffer.from(buffer, byteOffset, byteLength),
    tag: image.hash,
    media: image.contentType,
  });
  return null;
}

/** Any page may show it, and any cache may keep it for a minute: so long it may be seen after the link has ended. */
function sendBytes(
  request: Request,
  response: Response,
  { bytes, tag, media }: { readonly bytes: Buffer; readonly tag: string; readonly media: string },
): void {
  permitOrigin(response);
  response.setHeader('Cache-Control', 'public, max-age=60').setHeader('ETag', `"${tag}"`);
  if (listsTag(request.headers['if-none-match'], `"${tag}"`)) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', media).setHeader('Content-Length', bytes.length).end(bytes);
}

type PageKind = 'page' | 'embed';

async function sendPage(
  { rest, request, response, link }: Handled,
  { files, embedOrigins }: PublishedOptions,
  kind: PageKind,
): Promise<Problem | null> {
  const asked = new URLSearchParams(queryOf(request)).get('tab');
  const tab = asked === null ? null : await rest.app.published.tab(link, asked);
  if (isProblem(tab)) return tab;
  const template = files.text('/published.html');
  setPageHeaders(response, embedOrigins, kind);
  if (template === null) {
    response.status(503).end(notBuilt);
    return null;
  }
  const title = tab === null ? link.name : `${link.name}: ${tab.name}`;
  const secret = request.path.split('/')[2] ?? '';
  response.end(publishedHead(template, { origin: rest.originOf(request), secret, title, tab: tab?.id ?? null }));
  return null;
}

/** The page for people whose link has ended; false if it is not built. */
const gone =
  ({ files, embedOrigins }: PublishedOptions, kind: PageKind) =>
  ({ response }: Omit<Handled, 'link'>): boolean => {
    const text = files.text('/published-gone.html');
    if (text === null) return false;
    setPageHeaders(response, embedOrigins, kind);
    response.status(404).end(text);
    return true;
  };

function setPageHeaders(response: Response, embedOrigins: EmbedOrigins, kind: PageKind): void {
  const isFramed = kind === 'embed' && embedOrigins.length > 0;
  const ancestors = isFramed ? [embedOrigins].flat().join(' ') : "'none'";
  response
    .setHeader('Content-Type', 'text/html; charset=utf-8')
    .setHeader('Cache-Control', 'no-store')
    .setHeader('Content-Security-Policy', `${readerPolicy}; frame-ancestors ${ancestors}`);
  if (!isFramed) return;
  // It knows no list of origins, and would contradict the policy.
  response.removeHeader('X-Frame-Options');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** As that of the editor's page, without workers. */
const readerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function queryOf(request: Request): string {
  const start = request.url.indexOf('?');
  return start === -1 ? '' : request.url.slice(start + 1);
}
