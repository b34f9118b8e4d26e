/**
 * Generates the OpenAPI 3.1 description from the routes.
 *
 * Schemas with a name are components, and every operation lists all error codes that it can answer, by status. A test compares the
 * result with docs/openapi.json.
 */
import type { TSchema } from 'typebox';

import { Author, Member, ShareLink, Token, User } from '#schema/access.ts';
import { ChangesetAnswer, ChangesetRecord, Finding, Lint, Result } from '#schema/changeset.ts';
import { Document } from '#schema/document.ts';
import { type ErrorCode, errors } from '#schema/errors.ts';
import { CustomTheme } from '#schema/custom-theme.ts';
import { Library, LibraryItem } from '#schema/library.ts';
import { ImageInfo } from '#schema/image.ts';
import { DocumentPresence, Presence, PresentAgent, PresentPerson, TabPresence } from '#schema/presence.ts';
import { Layer, Page, Rect, Tab, TabReading } from '#schema/tab.ts';

import { params, paramsIn } from './params.ts';
import { apiRoot } from './problem-answer.ts';
import { documentLevel, refusalsOf } from './refusals.ts';
import { type Resource, type RestRoute, tags } from './route.ts';

type Json = { readonly [member: string]: unknown };

/** The schemas that become components. */
const components: readonly (readonly [string, TSchema])[] = Object.entries({
  Author,
  ChangesetAnswer,
  ChangesetRecord,
  CustomTheme,
  Document,
  DocumentPresence,
  Finding,
  Image: ImageInfo,
  Layer,
  Library,
  LibraryItem,
  Lint,
  Member,
  Page,
  Presence,
  PresentAgent,
  PresentPerson,
  Rect,
  Result,
  ShareLink,
  Tab,
  TabPresence,
  TabReading,
  Token,
  User,
});
const nameOf = new Map(components.map(([name, schema]) => [schema as object, name]));

export function openApi(resources: readonly Resource[]): Json {
  const schemas = Object.fromEntries(components.map(([name, schema]) => [name, plain(schema, schema)]));
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
    paths: Object.fromEntries(resources.map((resource) => [openPath(resource.path), pathItem(resource)])),
    components: {
      schemas: { Problem: problemSchema, ...schemas },
      headers: {
        RequestId: {
          description: 'The id of the call, which the server logs.',
          required: true,
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, `atl_…`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'atelier_session',
          description: 'The session of a person in the web application.',
        },
        guest: {
          type: 'apiKey',
          in: 'cookie',
          name: 'atelier_guest_{doc}',
          description: 'A guest of one document, admitted by a share link.',
        },
      },
    },
  };
}

const openPath = (path: string): string => path.replaceAll(/:([a-z]+)/g, '{$1}');

function pathItem({ path, tag, routes }: Resource): Json {
  const parameters = paramsIn(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: params[name].description,
    schema: { type: 'string' },
  }));
  const operations = routes.map((route) => [route.method, operation(path, tag, route)] as const);
  return { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(operations) };
}

function operation(path: string, tag: string, route: RestRoute): Json {
  const parameters = [...queryParameters(route), ...headerParameters(route)];
  return {
    operationId: route.id,
    tags: [tag],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(route.raw !== undefined && { requestBody: rawBody(route.raw) }),
    ...(route.raw === undefined && route.body !== undefined && { requestBody: requestBody(route, route.body) }),
    responses: { ...successes(route), ...failures(refusalsOf(path, route)) },
  };
}

function securityOf({ access, tokenOnly }: RestRoute): readonly Json[] {
  if (tokenOnly !== undefined) return [{ token: [] }];
  if (access === 'public') return [];
  if (access === 'session') return [{ session: [] }];
  if (access === 'browser') return [{ session: [] }, { guest: [] }];
  if (access === 'anyone') return [{}, { session: [] }, { token: [] }];
  return documentLevel({ access }) === null ? [{ token: [] }, { session: [] }] : [{ token: [] }, { session: [] }, { guest: [] }];
}

function queryParameters({ query }: RestRoute): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = plain(query) as { properties?: Record<string, Json>; required?: readonly string[] };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

function headerParameters({ method, access, etag, resumable, headers = [], replies }: RestRoute): readonly Json[] {
  const header = (name: string, description: string, schema: Json): Json => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  });
  const isFile = Object.values(replies).some((reply) => reply.isFile === true);
  return [
    ...headers.map(({ name, description, schema }) => header(name, description, plain(schema) as Json)),
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

const rawBody = ({ media }: NonNullable<RestRoute['raw']>): Json => ({
  required: true,
  content: Object.fromEntries(media.map((type) => [type, {}])),
});

function requestBody(route: RestRoute, body: TSchema): Json {
  const schema = plain(body) as { required?: readonly string[] };
  const isOptional = (schema.required ?? []).length === 0 && route.id !== 'signIn';
  return {
    required: !isOptional,
    content: {
      'application/json': { schema },
      ...(route.textBody !== undefined && {
        'text/plain': { schema: { type: 'string', description: 'The line form of the operations.' } },
      }),
    },
  };
}

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

function successes(route: RestRoute): Json {
  const responses = Object.entries(route.replies).map(
    ([status, { description, json, text = [], bytes = [], isFile, headers: own }]) => {
      const media = [
        ...(json === undefined ? [] : [['application/json', { schema: plain(json) }] as const]),
        ...text.map((type) => [type, { schema: { type: 'string' } }] as const),
        ...bytes.map((type) => [type, {}] as const),
      ];
      const headers = {
        ...requestId,
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
        ...own,
      };
      return [status, { description, headers, ...(media.length > 0 && { content: Object.fromEntries(media) }) }] as const;
    },
  );
  return Object.fromEntries(responses);
}

function failures(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  const responses = [...byStatus].map(([status, some]) => {
    const schema = {
      allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code: { enum: some } } }],
    };
    const description = some.map((code) => errors[code].title).join('; ');
    return [String(status), { description, headers: requestId, content: { 'application/problem+json': { schema } } }] as const;
  });
  return Object.fromEntries(responses);
}

const problemSchema: Json = {
  type: 'object',
  description:
    'A refusal. Further members give details: `errors`, `refs`, `candidates`, `allowed`, `limit`, `required`, `field`, `index`, `rev`.',
  required: ['type', 'title', 'status', 'detail', 'code', 'hint', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The address of a page that explains the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    hint: { type: 'string', description: 'What to do next.' },
    requestId: { type: 'string' },
  },
};

/**
 * A schema as plain JSON, with references for the components within it; `whole` itself is not replaced. OpenAPI allows a
 * discriminator only if every alternative is a reference, so others, which only our validator uses, are left out.
 */
function plain(schema: unknown, whole?: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = nameOf.get(schema);
  if (name !== undefined && schema !== whole) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(schema)) return schema.map((part) => plain(part));
  const members = Object.entries(schema).map(([member, value]) => [member, plain(value)] as const);
  const alternatives = members.find(([member]) => member === 'oneOf')?.[1];
  const isSelected = Array.isArray(alternatives) && alternatives.every((one: object) => '$ref' in one);
  return Object.fromEntries(members.filter(([member]) => member !== 'discriminator' || isSelected));
}
