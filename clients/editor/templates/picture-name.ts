import type { Template } from '#core/templates/template.ts';

/** The file of its picture in public/templates. */
export const pictureName = ({ id }: Template, isDark: boolean): string => `${id}${isDark ? '-dark' : ''}.png`;
