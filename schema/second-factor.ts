/** The second factor of signing in: codes of an authenticator app (RFC 6238), and recovery codes. */
import Type, { type Static } from 'typebox';

import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

export const secondFactorLimits = {
  recoveryCodes: 10,
  /** Of one person, whatever the address: beside the password, a guess is right once in 300,000. */
  tries: 10,
  triesMinutes: 15,
  digits: 6,
  stepSeconds: 30,
} as const;

export const SecondFactorCode = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'The six digits from the authenticator app, or a recovery code. Spaces and hyphens are ignored.',
});

export const SecondFactor = Type.Object(
  {
    since: Type.Integer({ description: 'When it was turned on, in milliseconds since the Unix epoch.' }),
    recoveryCodes: Type.Integer({ description: 'How many recovery codes are left.' }),
  },
  { description: 'The second factor of a person, where signing in asks for one.' },
);
export type SecondFactor = Static<typeof SecondFactor>;

const CurrentPassword = Type.String({ minLength: 1, maxLength: limits.passwordCharacters, description: 'The own password.' });

export const SecondFactorConfirmation = Type.Object(
  {
    code: Type.String({ minLength: 6, maxLength: 40, description: 'The six digits that the authenticator app shows.' }),
    currentPassword: CurrentPassword,
  },
  { additionalProperties: false },
);
export type SecondFactorConfirmation = Static<typeof SecondFactorConfirmation>;

/** One of both. */
export const SecondFactorProof = Type.Union([
  Type.Object({ currentPassword: CurrentPassword }, { additionalProperties: false }),
  Type.Object({ code: SecondFactorCode }, { additionalProperties: false }),
]);
export type SecondFactorProof = Static<typeof SecondFactorProof>;

const recoveryCodes = Type.Array(Type.String(), {
  description: 'Each is accepted once in place of a code of the app. They are shown only once.',
});

export const NewSecondFactor = Type.Object({
  secret: Type.String({ description: 'In base32, for apps into which it is typed.' }),
  uri: Type.String({ description: 'The `otpauth:` address of the secret, for a QR code.' }),
});
export type NewSecondFactor = Static<typeof NewSecondFactor>;

export const ConfirmedSecondFactor = Type.Object({ secondFactor: SecondFactor, recoveryCodes });
export type ConfirmedSecondFactor = Static<typeof ConfirmedSecondFactor>;

export const RecoveryCodes = Type.Object({ recoveryCodes });
export type RecoveryCodes = Static<typeof RecoveryCodes>;

export const secondFactorCalls = {
  startSecondFactor: endpoint('POST /me/second-factor', { reply: NewSecondFactor }),
  confirmSecondFactor: endpoint('POST /me/second-factor/confirm', {
    body: SecondFactorConfirmation,
    reply: ConfirmedSecondFactor,
  }),
  endSecondFactor: endpoint('POST /me/second-factor/end', { body: SecondFactorProof }),
  renewRecoveryCodes: endpoint('POST /me/second-factor/recovery-codes', { body: SecondFactorProof, reply: RecoveryCodes }),
};
