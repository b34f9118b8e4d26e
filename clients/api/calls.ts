/** The calls of the REST interface as types: `GET /documents/:doc` has these parameters, this query, this body and this answer. */
import type { Static, TSchema } from 'typebox';

import type { ApiOperations } from '#schema/api.ts';

type Endpoint = ApiOperations[keyof ApiOperations];
type EndpointOf<Call extends string> = Extract<Endpoint, { readonly call: Call }>;
type Variants<Call extends string> =
  EndpointOf<Call> extends { readonly variants: infer Forms } ? `${Call}?${keyof Forms & string}` : never;

/** Method and path of a call; where its answer has another form by its query, that part of the query too. */
export type ApiCall = Endpoint['call'] | { [Call in Endpoint['call']]: Variants<Call> }[Endpoint['call']];

type Base<Call extends ApiCall> = Call extends `${infer Path}?${string}` ? Path : Call;
type SchemaOf<Call extends ApiCall, Part extends string> =
  EndpointOf<Base<Call>> extends Readonly<Record<Part, infer Schema>> ? Schema : never;

type ParamOf<Part extends string> = Part extends `:${infer Name}?${string}`
  ? Name
  : Part extends `:${infer Name}.${string}`
    ? Name
    : Part extends `:${infer Name}`
      ? Name
      : never;
type ParamsOf<Path extends string> = Path extends `${infer Part}/${infer Rest}` ? ParamOf<Part> | ParamsOf<Rest> : ParamOf<Path>;

/** What a caller may pass where a schema's type has arrays and objects of its own. */
type ReadonlyDeep<T> = T extends readonly (infer One)[]
  ? readonly ReadonlyDeep<One>[]
  : T extends object
    ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
    : T;

type QueryOf<Call extends ApiCall> =
  SchemaOf<Call, 'query'> extends infer Schema extends TSchema
    ? { readonly [Key in keyof Static<Schema>]?: Static<Schema>[Key] | undefined }
    : never;

/** Bytes and files are sent as they are; everything else as JSON. */
type BodyOf<Call extends ApiCall> =
  SchemaOf<Call, 'body'> extends infer Schema extends TSchema
    ? Static<Schema> extends Uint8Array
      ? Uint8Array | Blob
      : ReadonlyDeep<Static<Schema>> | ([SchemaOf<Call, 'textBody'>] extends [never] ? never : Blob)
    : never;

type Params<Call extends ApiCall> = [ParamsOf<Call>] extends [never]
  ? object
  : { readonly params: Readonly<Record<ParamsOf<Call>, string>> };
type Query<Call extends ApiCall> = [SchemaOf<Call, 'query'>] extends [never] ? object : { readonly query?: QueryOf<Call> };
type Body<Call extends ApiCall> = [SchemaOf<Call, 'body'>] extends [never] ? object : { readonly body: BodyOf<Call> };

export type CallOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes a repetition of the same call harmless. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};
export type CallInput<Call extends ApiCall> = Params<Call> & Query<Call> & Body<Call> & CallOptions;
/** The input can be left out where nothing of it is required. */
export type CallArguments<Call extends ApiCall> =
  object extends CallInput<Call> ? [input?: CallInput<Call>] : [input: CallInput<Call>];

type ReplyForm<Call extends ApiCall> = Call extends `${string}?${infer Part}`
  ? SchemaOf<Call, 'variants'>[Part & keyof SchemaOf<Call, 'variants'>]
  : SchemaOf<Call, 'reply'>;
/** The JSON of a successful answer; null where it has none. */
export type CallReply<Call extends ApiCall> =
  | ([ReplyForm<Call>] extends [never] ? null : ReplyForm<Call> extends infer Schema extends TSchema ? Static<Schema> : never)
  | ([SchemaOf<Call, 'isOptional'>] extends [never] ? never : null);
