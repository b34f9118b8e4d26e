/** The colors of people, to choose from and for guests and new people who chose none: readable on light and dark backgrounds. */
export const peopleColors = [
  '#c2410c',
  '#b45309',
  '#4d7c0f',
  '#047857',
  '#0e7490',
  '#1d4ed8',
  '#6d28d9',
  '#a21caf',
  '#be185d',
] as const;
