import fc from 'fast-check';
import { describe } from 'vitest';

import { isArrow, isContainer } from '#schema/element.ts';

import type { Operation } from '../changeset/schema.ts';
import { holds, overlaps } from '../tab/rect.ts';
import type { TabIndex } from '../tab/tab-index.ts';
import {
  anyBy,
  anyFields,
  anyFreePlace,
  anyOperand,
  anyPlace,
  anyPoint,
  anyPosition,
  anySelector,
  anySlug,
  anyTest,
} from './arbitrary-operation.test-support.ts';
import { type Draw, followsTheLaws } from './laws.test-support.ts';

const flag = fc.option(fc.constant(true), { nil: undefined });

/** The members that are not undefined. */
const defined = (operation: object): Operation =>
  Object.fromEntries(Object.entries(operation).filter(([, value]) => value !== undefined)) as Operation;

const add: fc.Arbitrary<Draw> = fc
  .tuple(
    fc.constantFrom(
      'square',
      'circle',
      'db',
      'Diamond',
      'sticky',
      'text',
      'table',
      'annotation',
      'link-card',
      'plan-board',
      'hexagn',
    ),
    anySlug,
    fc.option(anyFields, { nil: undefined }),
    fc.option(anyPlace, { nil: undefined }),
  )
  .map(
    ([kind, id, fields, place]) =>
      (tab) =>
        defined({
          op: 'add',
          kind,
          id,
          fields: fields && Object.keys(fields).length > 0 ? fields : undefined,
          place: place?.(tab),
        }),
  );

const whole: fc.Arbitrary<Draw> = fc
  .tuple(
    fc.constantFrom<object>(
      { type: 'frame' },
      { type: 'lane', direction: 'down' },
      { type: 'shape', shape: 'Circle' },
      { type: 'image', imageId: 'img_0000000000000000' },
    ),
    fc.option(fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) }), { nil: undefined }),
    fc.option(fc.record({ width: fc.integer({ min: 20, max: 500 }), height: fc.integer({ min: 20, max: 500 }) }), {
      nil: undefined,
    }),
    anyFields,
  )
  .map(
    ([type, spot, size, fields]) =>
      () =>
        defined({ op: 'add', element: { ...fields, ...type, ...spot, ...size } }),
  );

const set: fc.Arbitrary<Draw> = fc
  .tuple(
    anySelector,
    anyFields,
    fc.option(fc.record({ x: fc.integer({ min: -500, max: 500 }) }), { nil: undefined, freq: 5 }),
    flag,
  )
  .map(
    ([target, fields, place, all]) =>
      (tab) =>
        defined({ op: 'set', target: target(tab), fields: { note: 'n', ...fields, ...place }, all }),
  );

const rm: fc.Arbitrary<Draw> = fc.tuple(anySelector, flag, flag).map(
  ([target, all, keepArrows]) =>
    (tab) =>
      defined({ op: 'rm', target: target(tab), all, keepArrows }),
);

const connect: fc.Arbitrary<Draw> = fc
  .tuple(
    anyOperand('box'),
    anyOperand('box'),
    anySlug,
    fc.option(fc.constant({ label: 'calls', line: 'Curved' }), { nil: undefined }),
    flag,
  )
  .map(
    ([from, to, id, fields, again]) =>
      (tab) =>
        defined({ op: 'connect', from: from(tab), to: to(tab), id, fields, again }),
  );

const movable = fc.oneof({ weight: 3, arbitrary: anyOperand('box') }, anySelector);

const move = (place: typeof anyPlace): fc.Arbitrary<Draw> =>
  fc.tuple(movable, place, flag).map(
    ([target, where, all]) =>
      (tab) =>
        defined({ op: 'move', target: target(tab), place: where(tab), all }),
  );

/** A moved box overlaps none that it did not overlap before; a frame or lane may contain it. */
function expectMovedFree(before: TabIndex, after: TabIndex): void {
  for (const box of after.boxes()) {
    const was = before.get(box.id);
    if (was === undefined || isArrow(was) || (was.x === box.x && was.y === box.y)) continue;
    for (const other of after.boxesIn(box)) {
      const otherWas = before.get(other.id);
      if (other.id === box.id || !overlaps(other, box) || otherWas === undefined || isArrow(otherWas)) continue;
      if (overlaps(otherWas, was) || (isContainer(other) && holds(other, box))) continue;
      throw new Error(`${box.id} moved onto ${other.id}`);
    }
  }
}

const moveBy: fc.Arbitrary<Draw> = fc.tuple(movable, anyBy, flag).map(
  ([target, by, all]) =>
    (tab) =>
      defined({ op: 'move', target: target(tab), by, all }),
);

const rewire: fc.Arbitrary<Draw> = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: anyOperand('arrow') }, anySelector),
    fc.option(anyOperand('box'), { nil: undefined }),
    anyOperand('box'),
  )
  .map(
    ([target, from, to]) =>
      (tab) =>
        defined({ op: 'rewire', target: target(tab), from: from?.(tab), to: to(tab) }),
  );

const unwrap: fc.Arbitrary<Draw> = fc
  .oneof({ weight: 4, arbitrary: anyOperand('container') }, anySelector)
  .map((target) => (tab) => defined({ op: 'unwrap', target: target(tab) }));

const order: fc.Arbitrary<Draw> = fc.tuple(anySelector, anyPosition).map(
  ([target, place]) =>
    (tab) =>
      defined({ op: 'order', target: target(tab), place: place(tab) }),
);

const anywhere = (operation: Operation): boolean =>
  operation.op === 'add' && (operation.place?.rel === 'at' || (operation.element !== undefined && 'x' in operation.element));

describe('operations', () => {
  followsTheLaws('add', add, { mayOverlap: anywhere });
  followsTheLaws('add of a whole element', whole, { mayOverlap: anywhere });
  followsTheLaws('set', set, { mayOverlap: () => false });
  followsTheLaws('rm', rm, { mayOverlap: () => false });
  followsTheLaws('connect', connect, { mayOverlap: () => false });
  followsTheLaws('move to a free place', move(anyFreePlace), { mayOverlap: () => false, also: expectMovedFree });
  followsTheLaws('move to a point', move(anyPoint), { mayOverlap: () => false });
  followsTheLaws('move by a distance', moveBy, { mayOverlap: () => false });
  followsTheLaws('rewire', rewire, { mayOverlap: () => false });
  followsTheLaws('unwrap', unwrap, {
    mayOverlap: () => false,
    concerns: ({ elements }) => elements.values().some(isContainer),
  });
  followsTheLaws('order', order, { mayOverlap: () => false });
  followsTheLaws('test', anyTest, { mayOverlap: () => false });
});
