/**
 * The label of an arrow overlaps a box, another label, the title of a frame or lane, or the line of another arrow (../covering-labels.ts),
 * wherever along the arrow it is put, or where the arrow says that it is. The fix of the latter places the label automatically, if that
 * holds (../trials.ts). Otherwise it is words: only its author knows a shorter text.
 */
import { defineRule, inOrder } from '../define-rule.ts';

/** Elements that are named besides the arrow. */
const coveredNamed = 5;
const shorter = 'shorter arrow label';

export const labelCollision = defineRule({
  code: 'label-collision',
  severity: 'warning',
  message: 'The label of {arrow} overlaps {covered}.',
  count: (drawing) => drawing.labels.ids.size,
  subjects: (drawing) => drawing.labels.ids,
  near: (id, drawing, footprint) => drawing.noteArrow(id, footprint),
  find(id, drawing, tab, trials) {
    const line = drawing.lines.get(id);
    if (line === undefined || line.label === null) return null;
    const arrow = tab.refOf(id);
    const boxes = new Set(drawing.elements.drawn.hiddenAt(line.label.rect, line.route.ends));
    const { labels, titles, lines } = drawing.labels.of(id, drawing.elements, coveredNamed);
    const covered = [
      ...named(boxes, ''),
      ...named(labels, 'the label of '),
      ...named(titles, 'the title of '),
      ...named(lines, 'the line of '),
    ];
    const shown = covered.slice(0, coveredNamed).map(({ id, what }) => ({ ref: tab.refOf(id), what }));
    const texts = shown.map(({ ref, what }) => `${what}${ref}`);
    const isFixed = line.arrow.labelAt !== undefined;
    const ways = isFixed ? [`set ${arrow} labelAt=`] : [];
    const fix = isFixed ? trials.firstToHold({ code: 'label-collision', subject: id }, ways, shorter) : shorter;
    return {
      elements: [arrow, ...shown.map(({ ref }) => ref)],
      data: { arrow, covered: `${texts.join(', ')}${covered.length > coveredNamed ? ' and more' : ''}` },
      fix,
    };
  },
});

const named = (ids: ReadonlySet<string>, what: string): { readonly id: string; readonly what: string }[] =>
  inOrder(ids, coveredNamed + 1).map((id) => ({ id, what }));
