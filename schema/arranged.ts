/** The fields of frames that keep their members arranged, and what the arrangement of a sequence draws. */
import Type, { type Static } from 'typebox';

import { limits } from './limits.ts';

export const arrangements = ['none', 'sequence', 'swimlane', 'stack', 'grid', 'tree', 'flow'] as const;
export const blockKinds = ['alt', 'opt', 'loop', 'par'] as const;
export type ArrangementName = Exclude<(typeof arrangements)[number], 'none'>;
export type BlockKind = (typeof blockKinds)[number];

const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>(Type.Enum([...values], { description }));
const strict = { additionalProperties: false } as const;

/** The top and the bottom of a bar on a lifeline, and on how many other bars it is. */
export type LifelineBar = readonly [from: number, to: number, depth: number];

export const Lifeline = Type.Object(
  {
    length: Type.Number({ minimum: 0, maximum: limits.sizeMax, description: 'In pixels, from the lower edge of the box.' }),
    bars: Type.Optional(
      Type.Array(
        Type.Unsafe<LifelineBar>({
          type: 'array',
          prefixItems: [
            Type.Number({ minimum: 0, maximum: limits.sizeMax }),
            Type.Number({ minimum: 0, maximum: limits.sizeMax }),
            Type.Integer({ minimum: 0, maximum: limits.lifelineBars }),
          ],
          items: false,
          minItems: 3,
          maxItems: 3,
          description: 'Where it begins and ends, in pixels below the box, and how many bars it is on.',
        }),
        { maxItems: limits.lifelineBars, description: 'Where the participant is active.' },
      ),
    ),
  },
  { additionalProperties: false, description: 'The line below a participant of a sequence, as the arrangement draws it.' },
);

/** Of the end of a message. */
export const Level = Type.Number({
  minimum: 0,
  maximum: limits.sizeMax,
  description: 'Of a participant of a sequence: how far below the box, on its lifeline.',
});

export const SequenceBreak = Type.Object(
  {
    at: Type.Number({ minimum: 0, maximum: limits.sizeMax, description: 'Pixels below the upper edge of the block.' }),
    label: Type.Optional(Type.String({ maxLength: limits.labelCharacters, description: 'Its condition.' })),
  },
  { ...strict, description: 'Where another section of a block begins.' },
);
export type SequenceBreak = Static<typeof SequenceBreak>;

export const arrangedFields = {
  arrange: Type.Optional(oneOf(arrangements, 'How its members are arranged, again whenever they change. Default: none.')),
  gap: Type.Optional(
    Type.Number({ minimum: 0, maximum: limits.gapMax, description: 'Pixels between members that are arranged.' }),
  ),
  block: Type.Optional(oneOf(blockKinds, 'Of a block of messages in a sequence: what happens to them.')),
  breaks: Type.Optional(
    Type.Array(SequenceBreak, { maxItems: limits.blockSections, description: 'Of a block: where its other sections begin.' }),
  ),
};
