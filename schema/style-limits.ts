/** The limits of outlines, labels, groups, crops and the sections of classes, among those of limits.ts. */
export const styleLimits = {
  // A class or an entity: more than the largest that are drawn.
  sectionsPerShape: 8,
  sectionLines: 300,
  sectionLineCharacters: 500,
  /** Widths of outlines and of the lines of arrows, in pixels: a wider line would hide its arrowhead or its label. */
  strokeWidthMin: 1,
  strokeWidthMax: 16,
  /** Sizes of text by number, in pixels: legible, and no larger than a page. */
  textSizeMin: 6,
  textSizeMax: 200,
  // Names of groups, and how deep groups are nested.
  groupNameCharacters: 64,
  groupDepth: 4,
  /** What may be cut off at two opposite sides of an image together: a twentieth of it is left. */
  cropMax: 0.95,
} as const;
