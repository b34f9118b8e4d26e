/**
 * layout: lays the selected boxes out along their arrows, and nothing else.
 * Y1  It takes many: each ref and quoted label names one element, the other terms add whatever they match together.
 * Y2  `style` is flow, tree or mindmap, `direction` down or right. Without them it is a flow downwards, and a mind map
 *     grows to the right and left.
 * Y3  Arrows follow their ends: naming one moves nothing, and their labels have room. What is not named stays where it is.
 * Y4  The top-left corner of the selection stays, and everything comes to lie on whole pixels without overlaps.
 * Y5  Boxes of one frame, and loose ones, are laid out together where they are; the frame grows to hold them.
 * Y6  A frame that is named with all its members is laid out with them inside and drawn around them; any other frame moves
 *     as a box and carries its members.
 * Y7  Where a box that stays is in the way, or nearer than the boxes keep to each other and than it was, the layout is
 *     drawn more tightly. What is still in the way moves it as a whole, right or down, whichever is less, until it is free
 *     and the gap to what it stands beside is kept. So does a frame that grew over others, with all in it.
 * Y8  Locked elements among the named, the carried and the frames that must grow refuse it (element_locked).
 */
import Type from 'typebox';

import { type Box, isBox } from '#schema/element.ts';
import { isProblem, type Problem, problem } from '#schema/problem.ts';

import type { Json } from '../notation/json.ts';
import type { Planning } from '../planning/planning.ts';
import { quoteShort } from '../notation/quote.ts';
import { valueText } from '../fields/coerce-value.ts';
import { arrange } from '../layout/arrange.ts';
import {
  type Arrangement,
  type LayoutDirection,
  layoutDirections,
  type LayoutStyle,
  layoutStyles,
  type Spacing,
} from '../layout/graph.ts';
import { Moves } from '../layout/moves.ts';
import { type Group, LayoutSelection } from '../layout/selection.ts';
import { crowdsSomething, isInTheWay, settle } from '../layout/settle.ts';
import { defaultGap } from '../placement/spacing.ts';
import { selectUnion } from '../selectors/select.ts';
import { Fields, Selector, strict } from './members.ts';
import { defineOp } from './op.ts';
import { printFields } from './print-fields.ts';

export const layout = defineOp({
  name: 'layout',
  summary: 'Lays out only the selection, keeping its top-left corner: as a flow, a tree or a mind map.',
  usage: 'layout <selector...> [style=flow] [direction=down]',
  input: Type.Object({ op: Type.Literal('layout'), target: Selector, fields: Type.Optional(Fields) }, strict),
  refuses: [
    'target_not_found',
    'target_ambiguous',
    'unknown_field',
    'invalid_value',
    'element_locked',
    'invalid_result',
    'work_limit_exceeded',
  ],
  selectors: ['target'],
  read: (line) => ({ op: 'layout', target: line.text('target', 'a selector'), ...line.rest({ fields: true }) }),
  print({ target, fields = {} }) {
    const tokens = printFields(fields);
    return tokens === null ? null : [target, ...tokens];
  },
  plan({ target, fields = {} }, planning) {
    const form = readForm(fields);
    if (isProblem(form)) return form;
    const elements = selectUnion(target, planning.search);
    if (isProblem(elements)) return elements;
    const boxes = elements.filter(isBox);
    if (boxes.length === 0) return onlyArrows(target);
    const locked = planning.refuseLocked(boxes);
    if (locked !== null) return locked;
    for (const { id } of boxes) {
      planning.target(id);
      planning.unplaced.delete(id);
    }
    return layOut(boxes, form, planning);
  },
});

/** The distances that are kept, and those that are where room is short [Y7]. */
const spacious: Spacing = { beside: defaultGap, along: 60 };
const tight: Spacing = { beside: 20, along: 40 };

type Form = { readonly style: LayoutStyle; readonly direction: LayoutDirection };

function layOut(boxes: readonly Box[], form: Form, planning: Planning): Problem | null {
  const selection = new LayoutSelection(boxes, planning.draft, planning.work);
  const moves = new Moves(planning);
  const arranged = new Set(selection.groups.flatMap(({ tops }) => tops));
  for (const group of selection.groups) {
    if (planning.work.exhausted) return null;
    if (form.style === 'flow') planning.context.longer?.();
    const refusal = layOutGroup(group, form, { selection, planning, moves }, arranged);
    if (refusal !== null) return refusal;
  }
  moves.takeWayPointsAlong();
  return null;
}

type LayoutRun = { readonly selection: LayoutSelection; readonly planning: Planning; readonly moves: Moves };

function layOutGroup(group: Group, form: Form, ground: LayoutRun, arranged: ReadonlySet<string>): Problem | null {
  const { selection, planning } = ground;
  const graph = selection.graphOf(group, planning.draft, form.direction);
  if (planning.work.exhausted) return null;
  const draw = (spacing: Spacing): Arrangement | null =>
    arrange(graph, { ...form, spacing, engine: planning.flow }, planning.work);
  const drawn = draw(spacious);
  if (planning.work.exhausted) return null;
  if (drawn === null) return tooMuch(form);
  const settling = { group, ...ground };
  const hasRoom = (arrangement: Arrangement, { beside }: Spacing): boolean =>
    !isInTheWay(arrangement, settling) && !crowdsSomething(arrangement, beside, settling);
  if (hasRoom(drawn, spacious)) return settle(drawn, settling, arranged);
  const denser = draw(tight);
  const isBetter = denser !== null && (hasRoom(denser, tight) || (isInTheWay(drawn, settling) && !isInTheWay(denser, settling)));
  return settle(isBetter ? denser : drawn, settling, arranged);
}

function readForm(fields: { readonly [name: string]: Json }): Form | Problem {
  const unknown = Object.keys(fields).find((name) => name !== 'style' && name !== 'direction');
  if (unknown !== undefined) {
    const detail = `layout has no field ${quoteShort(unknown, 40)}.`;
    return problem('unknown_field', {
      detail,
      hint: 'Its fields: style, direction.',
      field: unknown,
      fields: ['style', 'direction'],
    });
  }
  const style = oneOf('style', fields['style'], layoutStyles, 'flow');
  if (isProblem(style)) return style;
  const direction = oneOf('direction', fields['direction'], layoutDirections, style === 'mindmap' ? 'right' : 'down');
  return isProblem(direction) ? direction : { style, direction };
}

function oneOf<T extends string>(field: string, value: Json | undefined, allowed: readonly T[], fallback: T): T | Problem {
  if (value === undefined || value === null) return fallback;
  const known = allowed.find((word) => typeof value === 'string' && value.toLowerCase() === word);
  if (known !== undefined) return known;
  const detail = `${field} is ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}, not ${valueText(value)}.`;
  return problem('invalid_value', { detail, hint: `Use one of: ${allowed.join(', ')}.`, field, allowed: [...allowed] });
}

const onlyArrows = (target: string): Problem =>
  problem('target_not_found', {
    detail: `${quoteShort(target, 80)} matches no box: arrows follow what they are pinned to.`,
    hint: 'Name the boxes to lay out.',
    nearest: [],
  });

const tooMuch = ({ style }: Form): Problem =>
  problem('work_limit_exceeded', {
    detail: `A ${style} layout of so many elements and arrows is more work than one changeset may take; nothing was applied.`,
    hint: 'Lay out fewer elements at a time, or use style=tree.',
  });
