/** A fill or stroke is a color of its own, which no theme changes. The fix removes the color, unless the element is locked. */
import { defineRule } from '../define-rule.ts';

export const colourOnThemed = defineRule({
  code: 'colour-on-themed',
  severity: 'info',
  message: 'The {fields} of {element} does not follow the theme.',
  count: ({ marks }) => marks.painted.size,
  subjects: ({ marks }) => marks.painted,
  near(id, _drawing, footprint) {
    footprint.element(id);
    footprint.look(id);
  },
  find(id, drawing, tab, trials) {
    const painted = drawing.get(id);
    if (painted === undefined) return null;
    const fields = (['fill', 'stroke'] as const).filter((field) => painted[field]?.startsWith('#') === true);
    const element = tab.refOf(id);
    const fix = trials.unlessLocked(painted, `set ${element} ${fields.map((field) => `${field}=`).join(' ')}`);
    return { elements: [element], data: { element, fields: fields.join(' and ') }, fix };
  },
});
