/**
 * Generates the OpenAPI 3.1 description from the routes.
 *
 * Schemas with a name are components, and every operation lists all error codes that it can answer, by status. A test compares the
 * result with docs/openapi.json.
 */
import type { TSchema } from 'typebox';

import { type ErrorCode, errors } from '#schema/errors.ts';
import { Problem } from '#schema/problem-body.ts';

import { examples } from './examples.ts';
import { type JsonSchema, OpenApiSchemas, pascal } from './openapi-schemas.ts';
import { params, paramsIn } from './params.ts';
import { apiRoot } from './problem-answer.ts';
import { refusalsOf } from './refusals.ts';
import { type Resource, type RestRoute, tags } from './route.ts';

export function openApi(resources: readonly Resource[]): JsonSchema {
  const schemas = new OpenApiSchemas();
  const refusals = new Map<string, JsonSchema>();
  const paths = Object.fromEntries(resources.map((resource) => [openPath(resource.path), pathItem(resource, schemas, refusals)]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version: '1',
      summary: 'A collaborative canvas where people and software agents work in the same documents.',
      description:
        'Timestamps are milliseconds since the Unix epoch. Bodies and queries are strict: an unknown member is refused. Refusals are application/problem+json (RFC 9457), and mean that nothing was applied. Every POST accepts an Idempotency-Key.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiRoot }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      responses: Object.fromEntries([...refusals].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      headers,
      securitySchemes,
    },
  };
}

const headers: JsonSchema = {
  RequestId: { description: 'The id of the call, which the server logs.', required: true, schema: { type: 'string' } },
  RateLimit: {
    description: 'The calls that are left in this window (`r`) and the seconds until it ends (`t`), where calls are limited.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The calls of a window (`q`) and its length in seconds (`w`), where calls are limited.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'The number of seconds to wait before the next try.', schema: { type: 'string' } },
  'WWW-Authenticate': {
    description:
      '`Bearer`: the call needs a token; with `error="invalid_token"`, the one that it has is not valid. `resource_metadata` is the address of what says how programs get one.',
    schema: { type: 'string' },
  },
};

const securitySchemes: JsonSchema = {
  token: { type: 'http', scheme: 'bearer', description: 'An API token, `atl_…`.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'atelier_session',
    description:
      'The session of a person in the web application. Guests of a share link have a cookie for each document instead, which only browsers hold.',
  },
};

const openPath = (path: string): string => path.replaceAll(/:([a-z]+)/g, '{$1}');

function pathItem({ path, tag, routes }: Resource, schemas: OpenApiSchemas, refusals: Map<string, JsonSchema>): JsonSchema {
  const parameters = paramsIn(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: params[name].description,
    schema: { type: 'string' },
    example: params[name].example,
  }));
  const operations = routes.map((route) => [route.method, operation(path, tag, route, schemas, refusals)] as const);
  return { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(operations) };
}

function operation(
  path: string,
  tag: string,
  route: RestRoute,
  schemas: OpenApiSchemas,
  refusals: Map<string, JsonSchema>,
): JsonSchema {
  const parameters = [...queryParameters(route, schemas), ...headerParameters(route, schemas)];
  return {
    operationId: route.id,
    tags: [tag],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.raw !== undefined && { requestBody: rawBody(route.raw) }),
    ...(route.raw === undefined && route.body !== undefined && { requestBody: requestBody(route, route.body, schemas) }),
    responses: { ...successes(route, schemas), ...failures(refusalsOf(path, route), schemas, refusals) },
  };
}

function securityOf({ access, tokenOnly }: RestRoute): readonly JsonSchema[] {
  if (tokenOnly !== undefined) return [{ token: [] }];
  if (access === 'public') return [];
  if (access === 'session') return [{ session: [] }];
  if (access === 'browser') return [{ session: [] }];
  if (access === 'anyone') return [{}, { session: [] }, { token: [] }];
  return [{ token: [] }, { session: [] }];
}

function queryParameters({ query }: RestRoute, schemas: OpenApiSchemas): readonly JsonSchema[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = query as TSchema & ObjectForm;
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = schemas.plain(property) as JsonSchema;
    return { name, in: 'query', required: required.includes(name), ...(description !== undefined && { description }), schema };
  });
}

type ObjectForm = { readonly properties?: Readonly<Record<string, TSchema>>; readonly required?: readonly string[] };

function headerParameters(
  { method, access, etag, resumable, headers: own = [], replies }: RestRoute,
  schemas: OpenApiSchemas,
): readonly JsonSchema[] {
  const header = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  });
  const isFile = Object.values(replies).some((reply) => reply.isFile === true);
  return [
    ...own.map(({ name, description, schema }) => header(name, description, schemas.plain(schema) as JsonSchema)),
    ...(method === 'post' && access !== 'public'
      ? [
          header(
            'Idempotency-Key',
            'Repeating a call with the same key, credential, path and body within 24 hours has no effect and answers the first answer.',
            { type: 'string', minLength: 1, maxLength: 128 },
          ),
        ]
      : []),
    ...(resumable === true
      ? [header('Last-Event-ID', 'The id of the last event received: continues after it.', { type: 'string' })]
      : []),
    ...(etag === true || isFile ? [header('If-None-Match', 'Answers 304 if the ETag is unchanged.', { type: 'string' })] : []),
  ];
}

const rawBody = ({ media }: NonNullable<RestRoute['raw']>): JsonSchema => ({
  required: true,
  content: Object.fromEntries(media.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
});

function requestBody({ id, textBody }: RestRoute, body: TSchema, schemas: OpenApiSchemas): JsonSchema {
  const { json, text } = examples[id] ?? {};
  return {
    // A call without a body is a call with an empty object.
    required: needsMembers(body),
    content: {
      'application/json': { schema: schemas.plain(body), ...(json !== undefined && { example: json }) },
      ...(textBody !== undefined && {
        [textBody.media]: {
          schema: { type: 'string', description: textBody.description },
          ...(text !== undefined && { example: text }),
        },
      }),
    },
  };
}

type BodyForm = { readonly required?: readonly string[]; readonly minProperties?: number; readonly anyOf?: readonly BodyForm[] };

const needsMembers = ({ required = [], minProperties = 0, anyOf = [] }: BodyForm): boolean =>
  required.length > 0 || minProperties > 0 || (anyOf.length > 0 && anyOf.every(needsMembers));

const refTo = (header: string): JsonSchema => ({ $ref: `#/components/headers/${header}` });
const always = { 'X-Request-Id': refTo('RequestId') };
const limited = { RateLimit: refTo('RateLimit'), 'RateLimit-Policy': refTo('RateLimit-Policy') };

function successes(route: RestRoute, schemas: OpenApiSchemas): JsonSchema {
  const responses = Object.entries(route.replies).map(
    ([status, { description, json, text = [], bytes = [], isFile, headers: own = {} }]) => {
      const media = [
        ...(json === undefined ? [] : [['application/json', { schema: schemas.plain(json) }] as const]),
        ...text.map((type) => [type, { schema: { type: 'string' } }] as const),
        ...bytes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }] as const),
      ];
      const sent = {
        ...always,
        ...limited,
        ...(status === '201' && { Location: { description: 'The address of the new resource.', schema: { type: 'string' } } }),
        ...((route.etag === true || isFile === true) && {
          ETag: { description: 'A strong ETag of the bytes.', schema: { type: 'string' } },
        }),
        ...(route.method === 'post' &&
          route.access !== 'public' && {
            'Idempotency-Replayed': {
              description: '`true` if this is the answer of an earlier call.',
              schema: { type: 'string' },
            },
          }),
        ...Object.fromEntries(
          Object.entries(own).map(([name, header]) => [name, { ...header, schema: schemas.plain(header.schema) }]),
        ),
      };
      return [status, { description, headers: sent, ...(media.length > 0 && { content: Object.fromEntries(media) }) }] as const;
    },
  );
  return Object.fromEntries(responses);
}

/** Answers of one or two codes are shared by many calls: each is described once, in `refusals`. */
function failures(codes: readonly ErrorCode[], schemas: OpenApiSchemas, refusals: Map<string, JsonSchema>): JsonSchema {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  const responses = [...byStatus].map(([status, some]) => {
    const code = { type: 'string', enum: some, description: 'The reason, for programs.' };
    const schema = { allOf: [schemas.plain(Problem), { type: 'object', required: ['code'], properties: { code } }] };
    const description = some.map((each) => errors[each].title).join('; ');
    const sent = { ...always, ...limited, ...headersOf(status) };
    const response = { description, headers: sent, content: { 'application/problem+json': { schema } } };
    if (some.length > 2) return [String(status), response] as const;
    const name = some.map(pascal).join('Or');
    refusals.set(name, response);
    return [String(status), { $ref: `#/components/responses/${name}` }] as const;
  });
  return Object.fromEntries(responses);
}

function headersOf(status: number): JsonSchema {
  if (status === 401) return { 'WWW-Authenticate': refTo('WWW-Authenticate') };
  return [409, 429, 503].includes(status) ? { 'Retry-After': refTo('Retry-After') } : {};
}
