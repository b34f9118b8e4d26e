/** heads: what an arrow may have at its ends. */
import Type, { type Static } from 'typebox';

/** Heads of UML and of entity-relationship diagrams. */
export const headKinds = [
  'triangle', 'diamond', 'diamond-filled', 'open', 'one', 'many', 'zero-one', 'zero-many', 'one-many',
] as const; // prettier-ignore
/** What `heads` takes as one word: the ends that have the usual head, or the kind of the head at the end. */
export const arrowHeads = ['end', 'start', 'both', 'none', ...headKinds] as const;
/** The head at one end. `arrow` is the usual one. */
export const endHeads = ['none', 'arrow', ...headKinds] as const;
export type EndHead = (typeof endHeads)[number];

const endHead = (description: string) => Type.Unsafe<EndHead>(Type.Enum([...endHeads], { description }));
export const Heads = Type.Union(
  [
    Type.Unsafe<(typeof arrowHeads)[number]>(
      Type.Enum([...arrowHeads], { description: 'The ends that have the usual head, or the kind of the head at the end.' }),
    ),
    Type.Unsafe<[start: EndHead, end: EndHead]>({
      type: 'array',
      description: 'The heads at the start and at the end.',
      prefixItems: [endHead('At the start.'), endHead('At the end.')],
      items: false,
      minItems: 2,
      maxItems: 2,
    }),
  ],
  { description: 'The heads of an arrow. Default: end.' },
);
export type Heads = Static<typeof Heads>;
