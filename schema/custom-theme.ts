/** A person's own theme. core/render/custom-theme.ts says what each key of its definition does. */
import Type, { type Static } from 'typebox';

import { colorSlots } from './element.ts';
import { Name } from './tab.ts';

const strict = { additionalProperties: false } as const;
const color = (description: string) => Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description }));

const Palette = Type.Object(
  Object.fromEntries(
    colorSlots.filter((slot) => slot !== 'none').map((slot) => [slot, color(`The color that replaces ${slot}.`)]),
  ),
  {
    ...strict,
    minProperties: 1,
    description: 'A color for each slot; omitted slots are as in light or dark.',
  },
);

export const ThemeDefinition = Type.Object(
  {
    backgroundColor: color('The color of the canvas.'),
    backgroundPattern: Type.Optional(
      Type.String({ maxLength: 40, description: 'none, dots or grid; anything else is drawn as none.' }),
    ),
    patternColor: color('The color of the dots or lines of the background.'),
    elementFill: color('The fill of elements without a color.'),
    elementStroke: color('The outline of elements without a color.'),
    elementText: color('The text of elements without a color.'),
    arrowStroke: color('The color of arrows without one.'),
    frameFill: color('The fill of frames without a color.'),
    fontFamily: Type.Optional(Type.String({ maxLength: 400, description: 'As in CSS; the first available family is used.' })),
    palette: Type.Optional(Palette),
  },
  { ...strict, description: 'The colors and font of a theme; what is left out is as in light or dark.' },
);
export type ThemeDefinition = Static<typeof ThemeDefinition>;

const CustomThemeId = Type.String({
  pattern: '^custom:[A-Za-z0-9_-]{1,64}$',
  description: 'Default: a new id.',
});

export const CustomTheme = Type.Object(
  {
    id: Type.String({ description: 'Id of the theme, `custom:…`.' }),
    name: Type.String({ description: 'The name of the theme.' }),
    definition: ThemeDefinition,
  },
  { description: 'A theme of a person.' },
);
export type CustomTheme = Static<typeof CustomTheme>;

export const NewTheme = Type.Object({ id: Type.Optional(CustomThemeId), name: Name, definition: ThemeDefinition }, strict);
export type NewTheme = Static<typeof NewTheme>;

export const ThemePatch = Type.Object({ name: Type.Optional(Name), definition: Type.Optional(ThemeDefinition) }, strict);
export type ThemePatch = Static<typeof ThemePatch>;
