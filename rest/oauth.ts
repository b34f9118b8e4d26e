/**
 * The addresses of OAuth outside the API: metadata of resource and authorization server, and the calls that a client makes itself
 * (server/oauth/SPEC.md). The consent page is a screen of the editor's page (page.ts).
 *
 * Refusals of clients' calls have the form of RFC 6749, 5.2; refusals of any call to the server, such as too many calls, are problems.
 */
import express, { type Request, type Response, type Router } from 'express';
import Type from 'typebox';

import { limits } from '#schema/limits.ts';
import { isPlainObject } from '#schema/plain-object.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { NewLimiter } from '#server/cluster/shared-limiters.ts';
import { issuerOf, resourcePaths } from '#server/oauth/issuer.ts';
import { OAuthRefusal } from '#server/app/grants.ts';
import type { Call } from '#server/call.ts';

import { allowMethods } from './allow-methods.ts';
import { sendProblem } from './answer.ts';
import { takeBody } from './body.ts';
import type { RestContext } from './context.ts';
import { isForeignOrigin } from './credentials.ts';
import { identify } from './identify.ts';
import { readText } from './json-text.ts';
import { take } from './rate-limit.ts';
import { ClientGone, readBody } from './read-body.ts';
import { resourceMetadataPath } from './problem-answer.ts';

const bodyBytes = 65_536;
const anyJson = { body: Type.Unknown(), bodyBytes };

type Answer = { readonly status: number; readonly json?: unknown };
type Handler = (
  request: Request,
  issuer: string,
  call: Call<null>,
  response: Response,
) => Promise<Answer | OAuthRefusal | Problem>;

export function oauth(rest: RestContext, newLimiter: NewLimiter | null): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  const registrations = newLimiter?.('registrations', limits.registrationsPerHourPerAddress, 3_600) ?? null;
  const at = (method: 'get' | 'post', path: string, handler: Handler): void => {
    const route = router.route(path)[method]((request, response) => void serve(rest, handler, request, response));
    allowMethods(rest, route, [method]);
  };
  for (const path of resourcePaths)
    at('get', `${resourceMetadataPath}${path}`, async (_request, issuer) => ({
      status: 200,
      json: resourceMetadata(issuer, path),
    }));
  at('get', '/.well-known/oauth-authorization-server', async (_request, issuer) => ({
    status: 200,
    json: serverMetadata(issuer),
  }));
  at('post', '/oauth/token', async (request, _issuer, call) => {
    const form = await formOf(request);
    return form instanceof Map ? answerWith(200, await rest.app.grants.token(call, form)) : form;
  });
  at('post', '/oauth/revoke', async (request, _issuer, call) => {
    const form = await formOf(request);
    if (!(form instanceof Map)) return form;
    const refusal = await rest.app.grants.revoke(call, form);
    return refusal ?? { status: 200 };
  });
  at('post', '/oauth/register', async (request, _issuer, call, response) => {
    const { headers, refusal } = await take(registrations, 'registrations', request.ip ?? '');
    response.set(headers);
    if (refusal !== null) return refusal;
    const metadata = await jsonOf(request);
    return isPlainObject(metadata) ? answerWith(201, await rest.app.grants.register(call, metadata)) : metadata;
  });
  return router;
}

async function serve(rest: RestContext, handler: Handler, request: Request, response: Response): Promise<void> {
  response.locals['route'] = 'oauth';
  try {
    const answer = await run(rest, handler, request, response);
    if (isProblem(answer)) sendProblem(rest, request, response, answer);
    else if (answer instanceof OAuthRefusal) {
      const status = answer.error === 'invalid_client' ? 401 : 400;
      send(response, { status, json: { error: answer.error, error_description: answer.description } });
    } else send(response, answer);
  } catch (error) {
    if (error instanceof ClientGone) response.destroy();
    else rest.fail(request, response, error);
  }
}

async function run(
  rest: RestContext,
  handler: Handler,
  request: Request,
  response: Response,
): Promise<Answer | OAuthRefusal | Problem> {
  if (rest.isDraining()) {
    response.setHeader('Connection', 'close');
    return problem('shutting_down');
  }
  const counted = await identify(rest, request, response, null);
  if (isProblem(counted)) return counted;
  const issuer = issuerOf(rest.publicUrl, rest.originOf(request));
  if (issuer === null) return problem('oauth_unavailable');
  // Programs send no Origin. A page of another server gets nothing, as everywhere here.
  if (request.method === 'POST' && isForeignOrigin(request, rest.publicUrl)) return problem('origin_refused');
  const call = { actor: null, requestId: rest.requestIdOf(response), key: null, origin: issuer, replayed: false };
  return handler(request, issuer, call, response);
}

function send(response: Response, { status, json }: Answer): void {
  const body = json === undefined ? '' : JSON.stringify(json);
  response
    .status(status)
    .set({ 'Cache-Control': 'no-store', ...(json !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }) })
    .set('Content-Length', String(Buffer.byteLength(body)))
    .end(body);
}

const answerWith = (status: number, result: object): Answer | OAuthRefusal =>
  result instanceof OAuthRefusal ? result : { status, json: result };

/** Parameters that are there once. Others count as missing (RFC 6749, 3.2). */
async function formOf(request: Request): Promise<Map<string, string> | OAuthRefusal | Problem> {
  if (request.headers.authorization !== undefined)
    return new OAuthRefusal(
      'invalid_client',
      'Clients have no secret here: send the client_id in the body, without Authorization.',
    );
  if (request.is('application/x-www-form-urlencoded') === false)
    return new OAuthRefusal('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  const bytes = await readBody(request, bodyBytes);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const read = readText(bytes);
  if ('error' in read) return new OAuthRefusal('invalid_request', 'The body must be UTF-8.');
  const parameters = new URLSearchParams(read.text);
  const names = [...new Set(parameters.keys())].filter((name) => parameters.getAll(name).length === 1);
  return new Map(names.map((name) => [name, parameters.get(name) ?? '']));
}

async function jsonOf(request: Request): Promise<Record<string, unknown> | OAuthRefusal | Problem> {
  const body = await takeBody(request, anyJson, {});
  if (isProblem(body)) return body;
  return isPlainObject(body.value) ? body.value : new OAuthRefusal('invalid_client_metadata', 'The body must be a JSON object.');
}

function resourceMetadata(issuer: string, path: string): object {
  return {
    resource: `${issuer}${path}`,
    authorization_servers: [issuer],
    scopes_supported: ['full', 'read'],
    bearer_methods_supported: ['header'],
    resource_name: 'Atelier',
  };
}

function serverMetadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: ['full', 'read'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}
