/** The fields of elements that say how outlines and labels look. Each is sparse: without it the theme or the kind of element decides. */
import Type from 'typebox';

import { limits } from './limits.ts';

export const borders = ['solid', 'dashed', 'dotted', 'none'] as const;
export const textSizes = ['sm', 'md', 'lg', 'scale'] as const;
export const fonts = ['sans', 'serif', 'mono', 'hand'] as const;
export const textAligns = ['left', 'center', 'right'] as const;
export const verticalAligns = ['top', 'middle', 'bottom'] as const;

const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>(Type.Enum([...values], { description }));

export const lookFields = {
  border: Type.Optional(oneOf(borders, 'Its outline, or the line of an arrow.')),
  text: Type.Optional(
    Type.Union(
      [
        oneOf(textSizes, 'A size with a name; scale: fills its box.'),
        Type.Number({ minimum: limits.textSizeMin, maximum: limits.textSizeMax, description: 'In pixels.' }),
      ],
      { description: 'The size of its text: a name, or pixels.' },
    ),
  ),
  font: Type.Optional(oneOf(fonts, 'The font of its text.')),
  bold: Type.Optional(Type.Boolean({ description: 'Whether its label is bold. Default: titles and large texts are.' })),
  italic: Type.Optional(Type.Boolean({ description: 'Whether its label is italic.' })),
  strike: Type.Optional(Type.Boolean({ description: 'Whether its label is struck through.' })),
};

/** Of what is drawn with an outline, and of arrows. A freehand line has its thickness. */
export const outlinedFields = {
  strokeWidth: Type.Optional(
    Type.Number({
      minimum: limits.strokeWidthMin,
      maximum: limits.strokeWidthMax,
      description: 'The width of its outline, or of the line of an arrow, in pixels. Default: that of the theme.',
    }),
  ),
};

/** Of boxes with lines of text inside them. */
export const alignedFields = {
  textAlign: Type.Optional(oneOf(textAligns, 'Where the lines of its label begin or end. Default: center, of a text left.')),
  verticalAlign: Type.Optional(oneOf(verticalAligns, 'Where its label is in its height. Default: middle, of a text top.')),
};

/** Of some kinds of shapes. */
export const kindFields = {
  icon: Type.Optional(
    Type.String({ pattern: '^[a-z0-9-]{1,64}$', description: 'The name of the icon that an icon shows, such as database.' }),
  ),
  sections: Type.Optional(
    Type.Array(Type.Array(Type.String({ maxLength: limits.sectionLineCharacters }), { maxItems: limits.sectionLines }), {
      maxItems: limits.sectionsPerShape,
      description: 'The lines below the name of a class or an entity, section by section.',
    }),
  ),
};
