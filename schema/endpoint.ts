/** The form of a call in the table of calls (api.ts). */
import Type, { type TSchema } from 'typebox';

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type TextBody = {
  readonly member: string;
  readonly media: 'text/plain' | 'text/csv';
  readonly description: string;
};

type CallSchemas = {
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** The member of the body that can be sent alone, as text; the query then has the other members. */
  readonly textBody?: TextBody;
  /** The JSON of a success. A call without it answers no JSON. */
  readonly reply?: TSchema;
  /** JSON of another form, by the part of the query that asks for it. */
  readonly variants?: Readonly<Record<string, TSchema>>;
  /** A success may have no body, where there is nothing to say. */
  readonly isOptional?: true;
};
export type ApiEndpoint = CallSchemas & { readonly call: `${ApiMethod} /${string}` };

export const endpoint = <const Call extends ApiEndpoint['call'], const Schemas extends CallSchemas>(
  call: Call,
  schemas: Schemas,
) => ({
  call,
  ...schemas,
});

/** Of a list that is read by page. */
export const Cursor = Type.Union([Type.String(), Type.Null()], {
  description: 'The cursor of the next page; null on the last page.',
});

/** A body that is not JSON. */
export const bytes = Type.Unsafe<Uint8Array>({});
