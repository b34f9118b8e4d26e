/** The limits of proposals, among those of limits.ts. */
export const proposalLimits = {
  /** Open ones. Each may hold as much as a changeset, and people go through them one by one. Not fixed by the API. */
  proposalsPerDocument: 200,
  proposalRetentionDays: 30,
  proposalReasonCharacters: 1_000,
} as const;
