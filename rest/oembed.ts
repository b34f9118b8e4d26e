/** oEmbed 1.0 (oembed.com) for the addresses of published boards: a frame where other pages may have one, otherwise the PNG. */
import type { Request, Response } from 'express';

import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { OEmbedQuery } from '#schema/published-calls.ts';
import type { CurrentLink } from '#server/published/published-link.ts';

import { permitOrigin } from './chat-origins.ts';
import type { RestContext } from './context.ts';
import { escapeHtml } from './published-head.ts';
import { readQuery } from './query.ts';

/** The origins whose pages may have boards in frames; `*`: any. Empty: none. */
export type EmbedOrigins = readonly string[] | '*';

export type OEmbedRequest = {
  readonly secret: string;
  readonly tab: string | null;
  /** What the address says besides. */
  readonly query: URLSearchParams;
  readonly maxwidth: number;
  readonly maxheight: number;
};

/** Problems: invalid_request, link_not_found (an address that is not of a published board here), format_not_provided. */
export function oembed(rawQuery: string, origin: string): OEmbedRequest | Problem {
  // Consumers may add parameters of their own.
  const known = rawQuery.split('&').filter((part) => /^(?:url|maxwidth|maxheight|format)(?:=|$)/.test(part));
  const values = readQuery(known.join('&'), OEmbedQuery);
  if (isProblem(values)) return values;
  const { url, format = 'json', maxwidth = Infinity, maxheight = Infinity } = values as OEmbedQuery;
  if (format !== 'json') return problem('format_not_provided');
  if (!URL.canParse(url)) return noAddress;
  const address = new URL(url);
  const [, secret] = /^\/(?:p|embed)\/([0-9A-Za-z]+)$/.exec(address.pathname) ?? [];
  if (secret === undefined || address.origin !== origin) return problem('link_not_found');
  const query = new URLSearchParams();
  for (const name of ['tab', 'frame', 'theme', 'toolbar']) {
    const value = address.searchParams.get(name);
    if (value !== null) query.set(name, value);
  }
  return { secret, tab: query.get('tab'), query, maxwidth, maxheight };
}

const noAddress = problem('invalid_request', {
  hint: 'Send the whole address of a published board, percent-encoded: url=https%3A%2F%2F…%2Fp%2F….',
  errors: [{ in: 'query', pointer: '/url', message: 'must be an address' }],
});

/** Returns the refusal; null if it has answered. */
export async function sendOEmbed(
  rest: RestContext,
  request: Request,
  response: Response,
  link: CurrentLink,
  asked: OEmbedRequest,
  embedOrigins: EmbedOrigins,
): Promise<Problem | null> {
  const origin = rest.originOf(request);
  const tab = asked.tab === null ? null : await rest.app.published.tab(link, asked.tab);
  if (isProblem(tab)) return tab;
  const title = tab === null ? link.name : `${link.name}: ${tab.name}`;
  const body = embedOrigins.length > 0 ? frame(origin, title, asked) : await photo(rest, origin, link, asked);
  if (isProblem(body)) return body;
  permitOrigin(response);
  response.setHeader('Cache-Control', 'public, max-age=60');
  response.json({ version: '1.0', title, provider_name: 'Atelier', provider_url: origin, cache_age: 60, ...body });
  return null;
}

function frame(origin: string, title: string, { secret, query, maxwidth, maxheight }: OEmbedRequest): object {
  const [width, height] = [Math.min(limits.embedWidth, maxwidth), Math.min(limits.embedHeight, maxheight)];
  const src = `${origin}/embed/${secret}${query.size > 0 ? `?${query.toString()}` : ''}`;
  const attributes = `width="${width}" height="${height}" style="border:0" loading="lazy" allowfullscreen`;
  return {
    type: 'rich',
    width,
    height,
    html: `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" ${attributes}></iframe>`,
  };
}

/** The picture, at a smaller scale if it would be larger than the caller has room for. */
async function photo(
  rest: RestContext,
  origin: string,
  link: CurrentLink,
  { secret, tab, maxwidth, maxheight }: OEmbedRequest,
): Promise<object | Problem> {
  const draw = async (scale: number): Promise<{ width: number; height: number } | Problem> => {
    const query = { ...(tab !== null && { tab }), ...(scale !== 1 && { scale }) };
    const drawn = await rest.reads.run(`published ${link.id}`, () => rest.app.published.picture(link, 'png', query));
    // Width and height are in the first chunk of every PNG.
    return isProblem(drawn) ? drawn : { width: drawn.bytes.readUInt32BE(16), height: drawn.bytes.readUInt32BE(20) };
  };
  const whole = await draw(1);
  if (isProblem(whole)) return whole;
  const fit = Math.min(1, maxwidth / whole.width, maxheight / whole.height);
  // A hundredth below, as sides are rounded.
  const scale = fit === 1 ? 1 : Math.max(limits.pictureScaleMin, Math.floor(fit * 100) / 100);
  const drawn = scale === 1 ? whole : await draw(scale);
  if (isProblem(drawn)) return drawn;
  const query = new URLSearchParams({ ...(tab !== null && { tab }), ...(scale !== 1 && { scale: String(scale) }) });
  // Below the smallest scale, the page that shows it makes it smaller.
  const shrunk = Math.min(1, maxwidth / drawn.width, maxheight / drawn.height);
  return {
    type: 'photo',
    url: `${origin}/p/${secret}.png${query.size > 0 ? `?${query.toString()}` : ''}`,
    width: Math.max(1, Math.floor(drawn.width * shrunk)),
    height: Math.max(1, Math.floor(drawn.height * shrunk)),
  };
}
