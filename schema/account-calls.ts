/** The calls for the caller's own account: name, color, password and sessions. */
import Type, { type Static } from 'typebox';

import { AnyCaseHexColor, NewPassword, OwnSession, Token, User } from './access.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { SecondFactor, secondFactorCalls } from './second-factor.ts';
import { Name } from './tab.ts';

export const OnePerson = Type.Object({ user: User });

export const MePatch = Type.Object(
  {
    name: Type.Optional(Name),
    color: Type.Optional(AnyCaseHexColor),
    password: Type.Optional(NewPassword),
    currentPassword: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: limits.passwordCharacters,
        description: 'The password so far; required with `password` by people who have one.',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type MePatch = Static<typeof MePatch>;

export const accountCalls = {
  showMe: endpoint('GET /me', {
    reply: Type.Object({
      user: User,
      token: Type.Optional(Token),
      hasPassword: Type.Optional(Type.Boolean({ description: 'In a session: true if the person can sign in with a password.' })),
      secondFactor: Type.Optional(SecondFactor),
      administrator: Type.Optional(
        Type.Boolean({ description: 'In a session: true if the person administers the installation.' }),
      ),
    }),
  }),
  changeMe: endpoint('PATCH /me', { body: MePatch, reply: OnePerson }),
  ...secondFactorCalls,
  listSessions: endpoint('GET /me/sessions', {
    reply: Type.Object({
      sessions: Type.Array(OwnSession, { description: 'The one of this call first, then the last used first.' }),
    }),
  }),
  endOtherSessions: endpoint('DELETE /me/sessions', {}),
  endSession: endpoint('DELETE /me/sessions/:session', {}),
};
