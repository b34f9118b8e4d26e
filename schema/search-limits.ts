/** The limits of the search, among those of limits.ts. */
export const searchLimits = {
  searchCharacters: 200,
  searchResultsDefault: 20,
  searchResultsMax: 50,
  /** Not fixed by the API. */
  excerptCharacters: 160,
} as const;
