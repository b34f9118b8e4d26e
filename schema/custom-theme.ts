/** A person's own theme. core/render/custom-theme.ts says what each key of its definition does. */
import Type, { type Static } from 'typebox';

import { colorSlots } from './element.ts';
import { Name } from './tab.ts';

const strict = { additionalProperties: false } as const;
const color = Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }));

const Palette = Type.Object(Object.fromEntries(colorSlots.filter((slot) => slot !== 'none').map((slot) => [slot, color])), {
  ...strict,
  minProperties: 1,
  description: 'A color for each slot; omitted slots are as in light or dark.',
});

export const ThemeDefinition = Type.Object(
  {
    backgroundColor: color,
    backgroundPattern: Type.Optional(
      Type.String({ maxLength: 40, description: 'none, dots or grid; anything else is drawn as none.' }),
    ),
    patternColor: color,
    elementFill: color,
    elementStroke: color,
    elementText: color,
    arrowStroke: color,
    frameFill: color,
    fontFamily: Type.Optional(Type.String({ maxLength: 400, description: 'As in CSS; the first available family is used.' })),
    palette: Type.Optional(Palette),
  },
  strict,
);
export type ThemeDefinition = Static<typeof ThemeDefinition>;

const CustomThemeId = Type.String({ pattern: '^custom:[A-Za-z0-9_-]{1,64}$' });

export const CustomTheme = Type.Object({ id: Type.String(), name: Type.String(), definition: ThemeDefinition });
export type CustomTheme = Static<typeof CustomTheme>;

export const NewTheme = Type.Object({ id: Type.Optional(CustomThemeId), name: Name, definition: ThemeDefinition }, strict);
export type NewTheme = Static<typeof NewTheme>;

export const ThemePatch = Type.Object({ name: Type.Optional(Name), definition: Type.Optional(ThemeDefinition) }, strict);
export type ThemePatch = Static<typeof ThemePatch>;
