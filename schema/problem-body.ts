/** A refusal as an answer (RFC 9457): the members that every refusal has, and the details that some codes add. */
import Type, { type Static } from 'typebox';

import { Level } from './access.ts';
import { Catalogue } from './board.ts';
import { Candidate, OperationError } from './changeset.ts';
import { errorCodes } from './errors.ts';

/** A fault of the request. */
export const RequestFault = Type.Object(
  {
    in: Type.Optional(Type.Enum(['body', 'query', 'header'], { description: 'The part of the request.' })),
    pointer: Type.String({ description: 'A JSON pointer to the member; empty for the whole part.' }),
    message: Type.String({ description: 'What was expected there.' }),
  },
  { description: 'A fault of the request itself.' },
);
export type RequestFault = Static<typeof RequestFault>;

const optional = Type.Optional;

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The address of a page that explains the code.' }),
    title: Type.String({ description: 'The code in a few words.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What was wrong, in a sentence for people.' }),
    code: Type.Enum(errorCodes, { description: 'The reason, for programs.' }),
    hint: Type.String({ description: 'What to do next.' }),
    requestId: Type.String({ description: 'The id of the call, which the server logs.' }),
    errors: optional(
      Type.Array(Type.Union([OperationError, RequestFault]), {
        description: 'Each fault: of operations in the order of the changeset, or of the request.',
      }),
    ),
    rev: optional(Type.Integer({ minimum: 0, description: 'The current revision of the tab.' })),
    field: optional(Type.String({ description: 'The field or member concerned.' })),
    index: optional(Type.Integer({ minimum: 0, description: 'The position of the entry in the list that was sent, from 0.' })),
    limit: optional(Type.Integer({ minimum: 0, description: 'The limit that is exceeded.' })),
    allowed: optional(
      Type.Union([Type.Array(Type.Unknown()), Type.String()], {
        description: 'What is accepted: a list of values, or media types as text.',
      }),
    ),
    candidates: optional(Type.Array(Candidate, { description: 'What the text may have meant.' })),
    refs: optional(Type.Array(Type.String(), { description: 'The texts that match nothing, or several things.' })),
    required: optional(Type.Enum(Level.enum, { description: 'The level of access that the call needs.' })),
    mode: optional(Type.String({ description: 'The mode of the tab.' })),
    retryAfter: optional(Type.Integer({ minimum: 1, description: 'Seconds to wait before the next try.' })),
    itemTypes: optional(Catalogue),
    itemTypesRev: optional(Type.Integer({ minimum: 0, description: 'The current revision of the card types.' })),
  },
  {
    description:
      'A refusal: nothing was applied. The members after `requestId` are there where the code has something to say with them.',
  },
);
