/**
 * route: the form in which a call is declared. From the list of resources the router, OpenAPI and the references are derived.
 *
 * A route names who may call it, what it takes, what it answers and what it refuses; `handle` calls one method of the
 * application. What every route of its kind refuses (no credential, a bad body) is added by refusals.ts, not listed.
 */
import type { Static, TSchema } from 'typebox';

import type { Level } from '#schema/access.ts';
import type { ErrorCode } from '#schema/errors.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import type { SchemaFault } from '#schema/validate.ts';
import type { Actor, AgentActor, PersonActor } from '#server/access/actor.ts';
import type { Application } from '#server/app/app.ts';
import type { Call } from '#server/call.ts';
import type { OpenStream } from '#server/events/event-streams.ts';

import type { ParamName } from './params.ts';

export type RouteMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * Who may call: `public` anybody, credentials are not looked at; `anyone` also somebody without a credential; `signed-in` a
 * person or a token; `session` a person; `browser` a person or a guest; else that level on the document of the path.
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
  /** The first of these media types that the caller accepts, by its own order of preference; null for none. */
  readonly prefers: (...media: readonly string[]) => string | null;
  /** What a reader that comes back says that it had last. */
  readonly lastEventId: string | null;
  /** The value of one of the route's `headers`. */
  readonly header: (name: string) => string | null;
};

/**
 * `json` is the body, or `text` one of the given media type (default text/plain), or `bytes` one of the given media type,
 * or `stream` one that goes on as server-sent events; none of them is an answer without a body.
 */
export type RouteAnswer = {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly stream?: OpenStream;
  readonly media?: 'text/plain' | 'text/html' | 'text/csv' | 'application/json' | 'image/svg+xml';
  readonly bytes?: { readonly media: 'image/png'; readonly data: Uint8Array };
  /** Somebody's file, which never changes: `tag` names its bytes. */
  readonly file?: { readonly media: string; readonly data: Uint8Array; readonly tag: string; readonly name: string | null };
  /** Content-Security-Policy, where the answer needs another than every answer has. */
  readonly policy?: string;
  /** Path under the API root of what the call made. */
  readonly location?: string;
  /** Those that the reply declares. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly SetCookie[];
};
/** `value` null removes the cookie. `maxAgeMs` in milliseconds. */
export type SetCookie = {
  readonly name: 'session' | 'guest';
  readonly document?: string;
  readonly value: string | null;
  readonly maxAgeMs: number;
};

/** What a status means, the schema of its JSON body, and the media types of text or bytes that it may answer instead. */
export type Success = {
  readonly description: string;
  readonly json?: TSchema;
  readonly text?: readonly string[];
  readonly bytes?: readonly string[];
  /** The bytes are somebody's file: they carry an ETag and are kept by the reader. */
  readonly isFile?: boolean;
  /** Headers that it may carry, by name. */
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: TSchema }>>;
};

type Shared = {
  /** The operation's name in OpenAPI, the logs and the metrics. */
  readonly id: string;
  readonly method: RouteMethod;
  readonly summary: string;
  readonly description?: string;
  /** Needs a token that may write; default: every method but get. */
  readonly write?: boolean;
  /** The document of the path may be in the trash, for its owners. */
  readonly trashed?: boolean;
  /** Bytes; default `limits.bodyBytes`. */
  readonly bodyBytes?: number;
  /** A text/plain or text/csv body is taken too, as this member of the body; the query then carries the other members. */
  readonly textBody?: string;
  /** The code of a fault of the body that has one of its own in the interface; undefined: invalid_request. */
  readonly faultCode?: (fault: SchemaFault) => ErrorCode | undefined;
  /** Only a token may call: anybody else is refused with this code. */
  readonly tokenOnly?: ErrorCode;
  /** By status: what a success answers. */
  readonly replies: { readonly [status: number]: Success };
  /** Refusals beyond those that every route of its kind has. */
  readonly refuses: readonly ErrorCode[];
  /** The body is bytes of one of these media types, or of none that is told; `code` refuses any other. */
  readonly raw?: {
    readonly media: readonly string[];
    readonly bytes: number;
    readonly tooLarge: ErrorCode;
    readonly code: ErrorCode;
  };
  /** Headers that it takes beside those of all calls. */
  readonly headers?: readonly { readonly name: string; readonly description: string; readonly schema: TSchema }[];
  /** A guest of the document that the query names in `document` may call. */
  readonly guestOfQuery?: boolean;
  /** Reads that carry a strong ETag and answer 304. */
  readonly etag?: boolean;
  /** Its JSON may be many megabytes: it is written in turns of the event loop. */
  readonly isLong?: boolean;
  /** Takes the header Last-Event-ID. */
  readonly resumable?: boolean;
  /** A refusal counts against the few failures that an address has in a minute. */
  readonly guessable?: boolean;
};

export type RouteForm<A extends RouteAccess, B extends TSchema, Q extends TSchema, R> = Shared & {
  readonly access: A;
  readonly body?: B;
  readonly query?: Q;
  readonly handle: (input: Input<Static<B>, Static<Q>, CallOf<A>>, app: Application) => Promise<R | Problem>;
  /** From the result to the answer; default: the one reply declared, with the result as its JSON body. */
  readonly answer?: (result: R, input: Input<Static<B>, Static<Q>, CallOf<A>>) => RouteAnswer;
};

/** A route whose types are no longer told apart: what lists hold. `run` takes input that was checked against its schemas. */
export type RestRoute = Shared & {
  readonly access: RouteAccess;
  readonly body?: TSchema;
  readonly query?: TSchema;
  run(input: Input<unknown, unknown, Call<Actor | null>>, app: Application): Promise<RouteAnswer | Problem>;
};

/** The groups in which the description lists the calls. */
export const tags = {
  Session: 'Who is signed in.',
  Tokens: 'API tokens, by which agents act for a person.',
  Documents: 'Documents and the trash.',
  Sharing: 'Members and share links.',
  Tabs: 'The tabs of a document and what lies on them.',
  Comments: 'Threads of comments on elements.',
  Plan: 'Cards on boards, their types, and what is said on them.',
  Images: "Uploaded images: a person's gallery, and what documents show of it.",
  'Libraries and themes': 'Shapes and themes that a person keeps.',
  Presence: 'Who is in a document: people in editors, and agents.',
  Sheets: 'Grids of cells with formulas.',
  Changesets: 'The one way in which a call changes what lies on a tab.',
  'Live protocol': 'Connecting an editor.',
  Reference: 'This interface, described.',
} as const;
export type RouteTag = keyof typeof tags;

export type Resource = { readonly path: string; readonly tag: RouteTag; readonly routes: readonly RestRoute[] };

export function route<A extends RouteAccess, B extends TSchema, Q extends TSchema, R>(form: RouteForm<A, B, Q, R>): RestRoute {
  const { handle, answer, ...shared } = form;
  const [only, ...more] = Object.keys(form.replies).map(Number);
  const plain = (result: R): RouteAnswer => {
    if (only === undefined || more.length > 0) throw new Error(`${form.id}: several replies need an answer function`);
    return form.replies[only]?.json === undefined ? { status: only } : { status: only, json: result };
  };
  return {
    ...shared,
    async run(input, app) {
      // The router has checked actor, body and query against this form before it calls.
      const checked = input as Input<Static<B>, Static<Q>, CallOf<A>>;
      const result = await handle(checked, app);
      if (isProblem(result)) return result;
      return answer === undefined ? plain(result) : answer(result, checked);
    },
  };
}

/** A resource: the calls at one path under the API root. Parameters are written `:doc`; params.ts says what they match. */
export const resource = (path: string, tag: RouteTag, routes: readonly RestRoute[]): Resource => ({ path, tag, routes });
