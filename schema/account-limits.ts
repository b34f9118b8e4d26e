/** The limits of signing in and of sessions. */
export const accountLimits = {
  /** NIST SP 800-63B requires at least 8. */
  passwordCharactersMin: 8,
  passwordCharacters: 1_024,
  sessionDays: 30,
  signInCodeHours: 24,
  /** Sessions of a person that are listed and can be ended one by one; all others can be ended together. */
  sessionsListed: 200,
  /** Of what a browser calls itself. */
  userAgentCharacters: 300,
} as const;
