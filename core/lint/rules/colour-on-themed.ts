/** colour-on-themed: a fill or stroke is a colour of its own, bound to no swatch, so that no theme paints it. */
import { defineRule, inOrder } from '../define-rule.ts';

export const colourOnThemed = defineRule({
  code: 'colour-on-themed',
  severity: 'info',
  message: 'The {fields} of {element} does not follow the theme.',
  count: ({ marks }) => marks.painted.size,
  *check(drawing, tab) {
    for (const id of inOrder(drawing.marks.painted)) {
      const painted = drawing.get(id);
      if (painted === undefined) continue;
      const fields = (['fill', 'stroke'] as const).filter((field) => painted[field]?.startsWith('#') === true);
      const element = tab.refOf(id);
      const fix = `set ${element} ${fields.map((field) => `${field}=`).join(' ')}`;
      yield { elements: [element], data: { element, fields: fields.join(' and ') }, fix };
    }
  },
});
