/** The built-in themes. */
import type { tabThemes } from '#schema/tab.ts';

import type { Theme } from '../theme.ts';
import { blueprint } from './blueprint.ts';
import { contrast } from './contrast.ts';
import { dark } from './dark.ts';
import { light } from './light.ts';
import { paper } from './paper.ts';

const themes: Readonly<Record<(typeof tabThemes)[number], Theme>> = { auto: light, light, dark, paper, contrast, blueprint };
const byName: ReadonlyMap<string, Theme> = new Map(Object.entries(themes));

/** The theme with this name, `auto` as it is in pictures; null if there is none. */
export const findTheme = (name: string): Theme | null => byName.get(name) ?? null;
