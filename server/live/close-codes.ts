/** The codes with which the server closes an editor's socket; docs/document-model.md documents each. */

export const closeCodes = {
  tooLarge: 1009,
  restarting: 1012,
  tooSlow: 1013,
  overloaded: 1013,
  unauthenticated: 4401,
  noAccess: 4403,
  authenticationTimeout: 4408,
  refused: 4422,
  upgradeRequired: 4426,
  flooding: 4429,
} as const;

export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];
