/** The limits of signing in and of sessions. */
export const accountLimits = {
  sessionDays: 30,
  signInCodeHours: 24,
  /** Sessions of a person that are listed and can be ended one by one; all others can be ended together. */
  sessionsListed: 200,
  /** Of what a browser calls itself. */
  userAgentCharacters: 300,
} as const;
