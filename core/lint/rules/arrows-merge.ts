/**
 * Two arrows that share no end run on one line, so that a reader cannot tell which leads where (../merges.ts). The fix draws one of them
 * angled, or without its way-points: the first line that holds (../trials.ts), otherwise words.
 */
import type { Arrow } from '#schema/element.ts';

import { defineRule, noSubjects } from '../define-rule.ts';
import { idsOf, pairOf } from '../named-pairs.ts';

export const arrowsMerge = defineRule({
  code: 'arrows-merge',
  severity: 'warning',
  message: '{a} and {b} run on one line, though they share no end.',
  count: ({ merges }) => merges.pairs,
  subjects: () => noSubjects,
  *listed({ merges }) {
    for (const id of merges.ids()) for (const other of merges.of(id)) if (other > id) yield pairOf(id, other);
  },
  pairs: {
    *at(ids, { merges }) {
      for (const id of ids) for (const other of merges.of(id)) yield pairOf(id, other);
    },
    before: ({ merges }) => merges,
  },
  near(subject, drawing, footprint) {
    for (const id of idsOf(subject)) drawing.noteBoxesAt(id, footprint);
  },
  find(subject, drawing, tab, trials) {
    const [first, second] = idsOf(subject).map((id) => drawing.lines.get(id)?.arrow);
    if (first === undefined || second === undefined) return null;
    const [a, b] = [tab.refOf(first.id), tab.refOf(second.id)];
    const lines = [...waysOut(first, a), ...waysOut(second, b)];
    const fix = trials.firstToHold({ code: 'arrows-merge', subject }, lines, `keep apart what ${a} and ${b} connect`);
    return { elements: [a, b], data: { a, b }, fix };
  },
});

function* waysOut({ line, points }: Arrow, ref: string): Generator<string> {
  if (line !== 'angled') yield `set ${ref} line=angled`;
  if (points !== undefined) yield line === 'angled' ? `set ${ref} points=` : `set ${ref} line=angled points=`;
}
