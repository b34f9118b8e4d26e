/** The calls of administrators. */
import Type, { type Static } from 'typebox';

import { AnyCaseHexColor, Email, HexColor, NewPassword, Token } from './access.ts';
import { Cursor, endpoint } from './endpoint.ts';
import { Name } from './tab.ts';

const strict = { additionalProperties: false };
const Timestamp = (description: string) => Type.Integer({ description: `${description}, in milliseconds since the Unix epoch.` });

export const Person = Type.Object(
  {
    id: Type.String({ description: 'Id of the person.' }),
    name: Type.String({ description: 'The name that others see.' }),
    color: HexColor,
    email: Type.Optional(Type.String({ description: 'The address that the person signs in with.' })),
    createdAt: Timestamp('When the account was created'),
    administrator: Type.Boolean({ description: 'True if the person administers the installation.' }),
    active: Type.Boolean({ description: 'False: the person cannot sign in, and their tokens are refused.' }),
    hasPassword: Type.Boolean({ description: 'True if the person can sign in with a password.' }),
    secondFactor: Type.Boolean({ description: 'True if signing in asks for a second factor.' }),
  },
  { description: 'A person as administrators see them.' },
);
export type Person = Static<typeof Person>;

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'The most entries of a page.' }));
const cursor = Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: '`next` of the previous page.' }));

export const PeopleQuery = Type.Object(
  { q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name or an address.' })), limit, cursor },
  strict,
);
export type PeopleQuery = Static<typeof PeopleQuery>;

export const NewPerson = Type.Object(
  {
    name: Name,
    email: Type.Optional(Email),
    color: Type.Optional(AnyCaseHexColor),
    password: Type.Optional(NewPassword),
  },
  strict,
);
export type NewPerson = Static<typeof NewPerson>;

export const PersonPatch = Type.Object(
  {
    administrator: Type.Optional(Type.Boolean({ description: 'Whether the person administers the installation.' })),
    active: Type.Optional(
      Type.Boolean({ description: 'False signs the person out, and refuses their tokens, until it is true again.' }),
    ),
  },
  { ...strict, minProperties: 1 },
);
export type PersonPatch = Static<typeof PersonPatch>;

export const AuditQuery = Type.Object(
  {
    person: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Id of a person: what they or their tokens did, and what was done to their account.',
      }),
    ),
    action: Type.Optional(
      Type.String({
        pattern: '^[a-z.-]{1,60}$',
        description: 'An action such as `token.create`, or how it begins, such as `token`.',
      }),
    ),
    limit,
    cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', description: '`next` of the previous page.' })),
  },
  strict,
);
export type AuditQuery = Static<typeof AuditQuery>;

const OrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const AuditEntry = Type.Object(
  {
    at: Timestamp('When it was done'),
    action: Type.String({ description: 'What was done, such as `token.create`.' }),
    by: Type.String({
      description: 'Who did it: `person`, `agent`, `guest`, `nobody`, or `admin` for the command of the operator.',
    }),
    userId: OrNull('Id of the person, or of the owner of the token; null: none.'),
    name: OrNull('The name of that person now; null: none.'),
    tokenId: OrNull('Id of the token; null: none.'),
    documentId: OrNull('Id of the document; null: none.'),
    subject: OrNull('Id of what was written; null: the document.'),
    subjectName: OrNull('The name of the person with that id now; null: it is no person.'),
  },
  { description: 'An entry of the audit log.' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const StorageUsage = Type.Object(
  {
    people: Type.Integer({ description: 'How many accounts there are.' }),
    documents: Type.Integer({ description: 'How many documents there are outside the trash.' }),
    trashedDocuments: Type.Integer({ description: 'How many documents are in the trash.' }),
    images: Type.Integer({ description: 'How many images are in galleries.' }),
    imageBytes: Type.Integer({ description: 'The bytes of these images.' }),
    databaseBytes: Type.Integer({ description: 'The bytes of the database.' }),
  },
  { description: 'How much the installation stores.' },
);
export type StorageUsage = Static<typeof StorageUsage>;

const OnePerson = Type.Object({ person: Person });

export const adminCalls = {
  listPeople: endpoint('GET /admin/people', {
    query: PeopleQuery,
    reply: Type.Object({ people: Type.Array(Person, { description: 'The newest account first.' }), next: Cursor }),
  }),
  addPerson: endpoint('POST /admin/people', { body: NewPerson, reply: OnePerson }),
  changePerson: endpoint('PATCH /admin/people/:user', { body: PersonPatch, reply: OnePerson }),
  createSignInCode: endpoint('POST /admin/people/:user/sign-in-code', {
    reply: Type.Object({
      url: Type.String({ description: 'The page that signs the person in, once.' }),
      expiresAt: Timestamp('When it expires'),
    }),
  }),
  resetSecondFactor: endpoint('POST /admin/people/:user/second-factor/end', {}),
  listTokensOfPerson: endpoint('GET /admin/people/:user/tokens', {
    reply: Type.Object({ tokens: Type.Array(Token, { description: 'Tokens and grants that are not revoked, newest first.' }) }),
  }),
  revokeTokenOfPerson: endpoint('DELETE /admin/people/:user/tokens/:token', {}),
  readAudit: endpoint('GET /admin/audit', {
    query: AuditQuery,
    reply: Type.Object({ entries: Type.Array(AuditEntry, { description: 'The last entry first.' }), next: Cursor }),
  }),
  readStorage: endpoint('GET /admin/storage', { reply: StorageUsage }),
};
