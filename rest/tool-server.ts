/**
 * tool-server: the door of the tool server at /mcp: who may knock, with what, and how often.
 *
 * M1  A Host that this server is not known by and an Origin that is none of its own are refused before anything is read: a page
 *     that a browser was tricked into taking for this server gets nothing.
 * M2  A bearer token with every call; cookies count for nothing here. Calls are counted as those of the API are.
 * M3  The body is JSON as everywhere (json-text.ts), one message and not a list of them; an image fits into it. Large ones come in one at a time.
 * M4  What is refused here is a problem, as everywhere; beyond, answers are those of the protocol.
 */
import express, { type Request, type Response, type Router } from 'express';
import Type from 'typebox';

import type { TokenAccess } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';

import { allowMethods } from './allow-methods.ts';
import { sendProblem } from './answer.ts';
import { type Body, takeBody } from './body.ts';
import { bodyBytes } from './body-room.ts';
import type { RestContext } from './context.ts';
import { credentialsOf } from './credentials.ts';
import { identify } from './identify.ts';
import { ClientGone } from './read-body.ts';

export type ToolServer = {
  /** Answers one message of a caller who is known; resolves when the answer is written. */
  readonly serve: (call: {
    readonly request: Request;
    readonly response: Response;
    readonly body: unknown;
    readonly token: string;
    readonly tokenId: string;
    readonly access: TokenAccess;
  }) => Promise<void>;
  /** Names, without a port, by which this server may be called beside those of this machine. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may call, beside this server's own. */
  readonly allowedOrigins: readonly string[];
};

const loopback = ['localhost', '127.0.0.1', '[::1]'];
const anyJson = { body: Type.Unknown(), bodyBytes: limits.toolBodyBytes };

export function toolServer(rest: RestContext, options: ToolServer): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const path: string = '/mcp';
  const at = router.route(path);
  at.all((request, response, next) => {
    response.locals['route'] = 'mcp';
    const refusal = refuseStranger(rest, options, request);
    if (refusal === null) next();
    else sendProblem(rest, request, response, refusal);
  });
  at.post((request, response) => void answer(rest, options, request, response));
  allowMethods(rest, at, ['post']);
  return router;
}

async function answer(rest: RestContext, { serve }: ToolServer, request: Request, response: Response): Promise<void> {
  try {
    const caller = await admit(rest, request, response);
    const refusal = isProblem(caller)
      ? caller
      : await rest.toolBodies.run(caller.tokenId, bodyBytes(request, limits.toolBodyBytes), async () => {
          const body = await messageIn(request);
          return isProblem(body) ? body : serve({ request, response, body: body.value, ...caller });
        });
    if (isProblem(refusal)) sendProblem(rest, request, response, refusal);
  } catch (error) {
    if (error instanceof ClientGone) response.destroy();
    else rest.fail(request, response, error);
  }
}

type Admitted = { readonly token: string; readonly tokenId: string; readonly access: TokenAccess };

/** [M2] */
async function admit(rest: RestContext, request: Request, response: Response): Promise<Admitted | Problem> {
  if (rest.isDraining()) {
    response.setHeader('Connection', 'close');
    return problem('shutting_down');
  }
  const { bearer: token } = credentialsOf(request, null);
  const actor = await identify(rest, request, response, token === undefined ? {} : { bearer: token });
  if (isProblem(actor)) return actor;
  if (actor?.kind !== 'agent' || token === undefined) return problem('unauthenticated');
  return { token, tokenId: actor.tokenId, access: actor.access };
}

/** [M3] */
async function messageIn(request: Request): Promise<Body | Problem> {
  const body = await takeBody(request, anyJson, {});
  if (isProblem(body) || !Array.isArray(body.value)) return body;
  const message = 'must be one message, not a list of them';
  return problem('invalid_request', { errors: [{ in: 'body', pointer: '', message }] });
}

/** [M1] */
function refuseStranger(rest: RestContext, { allowedHosts, allowedOrigins }: ToolServer, request: Request): Problem | null {
  const host = request.headers.host?.toLowerCase() ?? '';
  const known = [...loopback, ...allowedHosts, ...(rest.publicUrl === null ? [] : [new URL(rest.publicUrl).hostname])];
  if (!known.includes(nameOf(host)))
    return problem('origin_refused', {
      detail: 'This server is not known by the name in the Host header.',
      hint: 'Use the address that its operator gives, or have the name added to ALLOWED_HOSTS.',
    });
  const { origin } = request.headers;
  if (origin === undefined) return null;
  const own = [
    ...allowedOrigins,
    `http://${host}`,
    `https://${host}`,
    ...(rest.publicUrl === null ? [] : [new URL(rest.publicUrl).origin]),
  ];
  return own.includes(origin)
    ? null
    : problem('origin_refused', { detail: 'Pages of this origin may not call the tool server.' });
}

/** A Host header without its port. */
const nameOf = (host: string): string => /^(\[[0-9a-f:.]+\]|[^:]*)(?::\d+)?$/.exec(host)?.[1] ?? '';
