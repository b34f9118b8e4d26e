/**
 * The tool server's endpoint /mcp: checks Host, Origin, token and rate before a message reaches the protocol.
 *
 * Unknown hosts and foreign origins are refused before anything is read, against pages that rebind a name to this server. Every call
 * needs a bearer token; cookies are ignored. The body is one JSON message, in which an image fits. Refusals here are problems; later
 * answers are those of the protocol.
 */
import express, { type Request, type Response, type Router } from 'express';
import Type from 'typebox';

import type { TokenAccess } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { CallerAccount } from '#server/budgets/caller-budgets.ts';

import { allowMethods } from './allow-methods.ts';
import { sendProblem } from './answer.ts';
import { type Body, takeBody } from './body.ts';
import { bodyBytes } from './body-room.ts';
import type { RestContext } from './context.ts';
import { countBytes } from './count-bytes.ts';
import { credentialsOf } from './credentials.ts';
import { identify } from './identify.ts';
import { ClientGone } from './read-body.ts';

export type ToolServer = {
  /** Answers one message of an authenticated caller. Resolves when the answer is written. */
  readonly serve: (call: {
    readonly request: Request;
    readonly response: Response;
    readonly body: unknown;
    readonly token: string;
    readonly tokenId: string;
    readonly access: TokenAccess;
    readonly origin: string;
  }) => Promise<void>;
  /** Host names, without a port, that are accepted besides those of this machine. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages can call, besides this server's own. */
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
    const refusal = refuseUnknownOrigin(rest, options, request);
    if (refusal === null) next();
    else sendProblem(rest, request, response, refusal);
  });
  at.post((request, response) => void answer(rest, options, request, response));
  allowMethods(rest, at, ['post']);
  return router;
}

async function answer(rest: RestContext, { serve }: ToolServer, request: Request, response: Response): Promise<void> {
  try {
    const admitted = await admit(rest, request, response);
    if (isProblem(admitted)) return sendProblem(rest, request, response, admitted);
    const { account, ...caller } = admitted;
    countBytes(account, request, response);
    const work = async (): Promise<void | Problem> => {
      const body = await messageIn(request);
      return isProblem(body) ? body : serve({ request, response, body: body.value, origin: rest.originOf(request), ...caller });
    };
    const refusal = await account.run(() => rest.toolBodies.run(caller.tokenId, bodyBytes(request, limits.toolBodyBytes), work));
    if (isProblem(refusal)) sendProblem(rest, request, response, refusal);
  } catch (error) {
    if (error instanceof ClientGone) response.destroy();
    else rest.fail(request, response, error);
  }
}

type Admitted = {
  readonly account: CallerAccount;
  readonly token: string;
  readonly tokenId: string;
  readonly access: TokenAccess;
};

async function admit(rest: RestContext, request: Request, response: Response): Promise<Admitted | Problem> {
  if (rest.isDraining()) {
    response.setHeader('Connection', 'close');
    return problem('shutting_down');
  }
  const { bearer: token } = credentialsOf(request, null);
  const actor = await identify(rest, request, response, token === undefined ? {} : { bearer: token });
  if (isProblem(actor)) return actor;
  if (actor?.kind !== 'agent' || actor.isInChat === true || token === undefined) return problem('unauthenticated');
  const account = rest.accounts.account(actor, request.ip ?? '');
  return { account, token, tokenId: actor.tokenId, access: actor.access };
}

async function messageIn(request: Request): Promise<Body | Problem> {
  const body = await takeBody(request, anyJson, {});
  if (isProblem(body) || !Array.isArray(body.value)) return body;
  const message = 'must be one message, not a list of them';
  return problem('invalid_request', { errors: [{ in: 'body', pointer: '', message }] });
}

function refuseUnknownOrigin(rest: RestContext, { allowedHosts, allowedOrigins }: ToolServer, request: Request): Problem | null {
  const host = request.headers.host?.toLowerCase() ?? '';
  const hosts = [...loopback, ...allowedHosts, ...(rest.publicUrl === null ? [] : [new URL(rest.publicUrl).hostname])];
  if (!hosts.includes(nameOf(host)))
    return problem('origin_refused', {
      detail: 'The name in the Host header is not a name of this server.',
      hint: 'Use the address that the operator gives, or ask to add the name to ALLOWED_HOSTS.',
    });
  const { origin } = request.headers;
  if (origin === undefined) return null;
  const own = [
    ...allowedOrigins,
    `http://${host}`,
    `https://${host}`,
    ...(rest.publicUrl === null ? [] : [new URL(rest.publicUrl).origin]),
  ];
  return own.includes(origin) ? null : problem('origin_refused', { detail: 'Pages of this origin cannot call the tool server.' });
}

/** A Host header without its port. */
const nameOf = (host: string): string => /^(\[[0-9a-f:.]+\]|[^:]*)(?::\d+)?$/.exec(host)?.[1] ?? '';
