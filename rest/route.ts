/**
 * Declares calls. The router, OpenAPI and the references derive from the list of resources.
 *
 * The path of a route and the schemas of its input and answer are those of its operation in `schema/api.ts`. A route adds its
 * callers, the meaning of its answers, and its refusals; `handle` calls one method of the application. refusals.ts adds the
 * refusals that all routes of a kind share.
 */
import Type, { type Static, type TSchema } from 'typebox';

import type { Level } from '#schema/access.ts';
import { api, type ApiOperations, type OperationId } from '#schema/api.ts';
import type { ApiEndpoint, TextBody } from '#schema/endpoint.ts';
import type { ErrorCode } from '#schema/errors.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import type { ValidationError } from '#schema/validate.ts';
import type { Actor, AgentActor, PersonActor } from '#server/access/actor.ts';
import type { Application } from '#server/app/app.ts';
import type { Call } from '#server/call.ts';
import type { OpenStream } from '#server/events/event-streams.ts';

import type { ParamName } from './params.ts';

export type RouteMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * The callers of a route. `public`: all, and credentials are ignored; `anyone`: with or without a credential; `signed-in`: a
 * person or a token; `session`: a person; `browser`: a person or a guest; a level: those who have it on the document in the path.
 */
export type RouteAccess = 'public' | 'anyone' | 'signed-in' | 'session' | 'browser' | Level;

type CallOf<A extends RouteAccess> = A extends 'public'
  ? Call<null>
  : A extends 'anyone'
    ? Call<Actor | null>
    : A extends 'signed-in'
      ? Call<PersonActor | AgentActor>
      : A extends 'session'
        ? Call<PersonActor>
        : Call;

export type Params = Readonly<Record<ParamName, string>>;
export type Input<B, Q, C> = {
  readonly params: Params;
  readonly query: Q;
  readonly body: B;
  readonly call: C;
  /** The media type among these that the caller prefers; null if it accepts none of them. */
  readonly prefers: (...media: readonly string[]) => string | null;
  /** The last event that a resuming reader has received. */
  readonly lastEventId: string | null;
  /** Calls the listener when the connection of the caller closes. */
  readonly onGone: (listener: () => void) => void;
  /** The value of one of the route's `headers`. */
  readonly header: (name: string) => string | null;
};

/**
 * The body is `json`, or `text` of the media type `media` (default text/plain), or `bytes`, or a `stream` of server-sent events.
 * Without any of them the answer has no body.
 */
export type RouteAnswer = {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly stream?: OpenStream;
  readonly media?:
    | 'text/plain'
    | 'text/html'
    | 'text/csv'
    | 'application/json'
    | 'application/xml'
    | 'application/vnd.excalidraw+json'
    | 'image/svg+xml';
  readonly bytes?: { readonly media: 'image/png' | 'application/pdf'; readonly data: Uint8Array };
  /** An uploaded file, which never changes. `tag` identifies its bytes. */
  readonly file?: { readonly media: string; readonly data: Uint8Array; readonly tag: string; readonly name: string | null };
  /** How long the caller's browser may keep it, and no cache on the way; default: not at all. */
  readonly keptSeconds?: number;
  /** The Content-Security-Policy, if it differs from the default. */
  readonly policy?: string;
  /** The path of the new resource under the API root. */
  readonly location?: string;
  /** Headers that the reply declares. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly SetCookie[];
};
/** A null `value` removes the cookie. */
export type SetCookie = {
  readonly name: 'session' | 'guest';
  readonly document?: string;
  readonly value: string | null;
  readonly maxAgeMs: number;
};

/** The meaning of a status, the schema of its JSON body, and the media types of text or bytes that it may answer instead. */
export type Success = {
  readonly description: string;
  /** Default: the reply of the operation, unless the status has no body. */
  readonly json?: TSchema;
  readonly text?: readonly string[];
  readonly bytes?: readonly string[];
  /** The bytes are an uploaded file: they have an ETag, and readers may cache them. */
  readonly isFile?: boolean;
  /** Headers that the answer may have, by name. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: TSchema }>>;
};

type Shared = {
  readonly summary: string;
  readonly description?: string;
  /** Needs a token with write access; default: every method but get. */
  readonly write?: boolean;
  /** The document in the path may be in the trash, for its owners. */
  readonly trashed?: boolean;
  /** Default: `limits.bodyBytes`. */
  readonly bodyBytes?: number;
  /** The code of a validation error of the body that has a code of its own; undefined means invalid_request. */
  readonly faultCode?: (fault: ValidationError) => ErrorCode | undefined;
  /** Only tokens can call: other callers are refused with this code. */
  readonly tokenOnly?: ErrorCode;
  /** People at a chat board can call. */
  readonly inChats?: true;
  /** The successes, by status. */
  readonly replies: { readonly [status: number]: Success };
  /** Refusals beyond those that every route of its kind has. */
  readonly refuses: readonly ErrorCode[];
  /** The body is bytes of one of these media types, or of no declared one; others are refused with `code`. */
  readonly raw?: {
    readonly media: readonly string[];
    readonly bytes: number;
    readonly tooLarge: ErrorCode;
    readonly code: ErrorCode;
  };
  /** Request headers besides those of all calls. */
  readonly headers?: readonly { readonly name: string; readonly description: string; readonly schema: TSchema }[];
  /** Guests of the document in the query parameter `document` can call. */
  readonly guestOfQuery?: boolean;
  /** The answer has a strong ETag, and can be 304. */
  readonly etag?: boolean;
  /** The JSON may be many megabytes and is stringified in turns of the event loop. */
  readonly isLong?: boolean;
  /** The answer is drawn. */
  readonly isDrawn?: boolean;
  /** The answer may be held back until there is something to say. */
  readonly isHeld?: true;
  /** Accepts the header Last-Event-ID. */
  readonly resumable?: boolean;
  /** A refusal counts as a failed guess of the address. */
  readonly guessable?: boolean;
};

type BodyOf<Id extends OperationId> = ApiOperations[Id] extends { readonly body: infer Schema extends TSchema }
  ? Static<Schema>
  : unknown;
type QueryOf<Id extends OperationId> = ApiOperations[Id] extends { readonly query: infer Schema extends TSchema }
  ? Static<Schema>
  : unknown;
type InputOf<Id extends OperationId, A extends RouteAccess> = Input<BodyOf<Id>, QueryOf<Id>, CallOf<A>>;

export type RouteForm<Id extends OperationId, A extends RouteAccess, R> = Shared & {
  readonly access: A;
  readonly handle: (input: InputOf<Id, A>, app: Application) => Promise<R | Problem>;
  /** Turns the result into an answer; by default the only reply, with the result as its JSON body. */
  readonly answer?: (result: R, input: InputOf<Id, A>) => RouteAnswer;
};

/** A route with its types erased, for lists of routes. `run` takes input that was checked against its schemas. */
export type RestRoute = Shared & {
  /** The operation's name in OpenAPI, the logs and the metrics. */
  readonly id: OperationId;
  readonly method: RouteMethod;
  /** Under the API root. params.ts defines what parameters such as `:doc` match. */
  readonly path: string;
  readonly access: RouteAccess;
  readonly body?: TSchema;
  readonly query?: TSchema;
  /** Accepts a body of text too, as a member of the body; the query then has the other members. */
  readonly textBody?: TextBody;
  run(input: Input<unknown, unknown, Call<Actor | null>>, app: Application): Promise<RouteAnswer | Problem>;
};

/** The groups of calls in the description. */
export const tags = {
  Session: 'Signing in and out.',
  Administration: 'People, tokens, the audit log and storage, for administrators in a session.',
  Tokens: 'API tokens, with which agents act for a person.',
  Documents: 'Documents and the trash.',
  Sharing: 'Members and share links.',
  Webhooks: 'Events of a document, sent to addresses.',
  Tasks: 'Work that people hand to agents, and the inboxes of agents.',
  Proposals: 'Writes that wait until a person accepts or rejects them.',
  Versions: 'Earlier moments of a document: named versions, and going back.',
  Tabs: 'The tabs of a document and their elements.',
  Votes: 'Votes of people on the elements of a tab.',
  Comments: 'Threads of comments on elements.',
  Plan: 'Boards, cards, card types, and comments on cards.',
  Images: "Uploaded images: a person's gallery, and the documents that use them.",
  'Libraries and themes': "A person's shape libraries and themes.",
  Presence: 'The people and agents in a document.',
  Sheets: 'Spreadsheets: grids of cells with formulas.',
  Changesets: 'Changes to the elements of a tab.',
  'Live protocol': 'Connecting an editor.',
  Reference: 'Descriptions of the API.',
} as const;
export type RouteTag = keyof typeof tags;

export type Resource = { readonly path: string; readonly tag: RouteTag; readonly routes: readonly RestRoute[] };

export function route<Id extends OperationId, A extends RouteAccess, R>(id: Id, form: RouteForm<Id, A, R>): RestRoute {
  const { handle, answer, ...shared } = form;
  const endpoint: ApiEndpoint = api[id];
  const { call, query, body, textBody } = endpoint;
  const replies = successesOf(endpoint, form.replies);
  const [only, ...more] = Object.keys(replies).map(Number);
  const defaultAnswer = (result: R): RouteAnswer => {
    if (only === undefined || more.length > 0) throw new Error(`${id}: several replies need an answer function`);
    return replies[only]?.json === undefined ? { status: only } : { status: only, json: result };
  };
  const [method = '', path = ''] = call.split(' ');
  return {
    id,
    method: methods[method as keyof typeof methods],
    path,
    ...(query !== undefined && { query }),
    ...(body !== undefined && { body }),
    ...(textBody !== undefined && { textBody }),
    ...shared,
    replies,
    async run(input, app) {
      // The router has checked actor, body and query against this form.
      const checked = input as InputOf<Id, A>;
      const result = await handle(checked, app);
      if (isProblem(result)) return result;
      return answer === undefined ? defaultAnswer(result) : answer(result, checked);
    },
  };
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
const withoutBody = new Set(['204', '304']);

/** Adds the schema of the operation's reply to the successes that answer it; a write that is proposed is answered with 202. */
function successesOf({ reply, variants = {} }: ApiEndpoint, replies: Shared['replies']): Shared['replies'] {
  const { 'propose=1': proposed, ...others } = variants;
  const forms = reply === undefined ? [] : [reply, ...Object.values(others)];
  const [json] = forms.length > 1 ? [Type.Union(forms)] : forms;
  const schemaOf = (status: string): TSchema | undefined =>
    status === '202' ? proposed : withoutBody.has(status) ? undefined : json;
  return Object.fromEntries(
    Object.entries(replies).map(([status, one]) => {
      const schema = schemaOf(status);
      return [status, schema === undefined ? one : { json: schema, ...one }];
    }),
  );
}

/** The calls at one path, which their operations state. */
export function resource(tag: RouteTag, routes: readonly RestRoute[]): Resource {
  const [path = '', ...others] = new Set(routes.map((one) => one.path));
  if (others.length > 0) throw new Error(`${path}: a resource has one path, not also ${others.join(', ')}`);
  return { path, tag, routes };
}
