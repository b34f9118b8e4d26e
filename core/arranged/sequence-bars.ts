/** Where participants are active: from a message to the reply that answers it. */
import type { LifelineBar } from '#schema/arranged.ts';
import { type Arrow, isPinned } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import type { CourseStep } from './sequence-rows.ts';

/** A dashed message answers another one. */
export const isReply = ({ border }: Arrow): boolean => border === 'dashed' || border === 'dotted';

type Bar = readonly [from: number, to: number];
/** The levels of the messages from one to another that are not answered yet. */
type Calls = Map<string, number[]>;

/** By participant. Each section of a block answers the messages that were open when the block began. */
export function barsOf(course: readonly CourseStep[], levels: ReadonlyMap<string, number>): ReadonlyMap<string, LifelineBar[]> {
  let calls: Calls = new Map();
  const atBlocks: Calls[] = [];
  const bars = new Map<string, Map<number, number>>();
  for (const step of course) {
    if (step === 'block') atBlocks.push(copyOf(calls));
    else if (step === 'section') calls = copyOf(atBlocks.at(-1) ?? calls);
    else if (step === 'end') atBlocks.pop();
    else takeMessage(step, levels.get(step.id) ?? 0, calls, bars);
  }
  return new Map(Array.from(bars, ([id, own]) => [id, stacked([...own])]));
}

const copyOf = (calls: Calls): Calls => new Map(Array.from(calls, ([key, levels]) => [key, [...levels]]));

/** `bars`: by participant the end of each bar by its beginning. */
function takeMessage(message: Arrow, at: number, calls: Calls, bars: Map<string, Map<number, number>>): void {
  const { from, to } = message;
  if (!isPinned(from) || !isPinned(to) || from.element === to.element) return;
  if (!isReply(message)) {
    const key = `${from.element} ${to.element}`;
    const open = calls.get(key);
    if (open === undefined) calls.set(key, [at]);
    else open.push(at);
    return;
  }
  const called = calls.get(`${to.element} ${from.element}`)?.pop();
  if (called === undefined) return;
  const own = bars.get(from.element) ?? new Map<number, number>();
  bars.set(from.element, own.set(called, Math.max(at, own.get(called) ?? 0)));
}

/** From the top down, a bar on the bars that it is within. */
function stacked(bars: readonly Bar[]): LifelineBar[] {
  const sorted = bars.toSorted(([a, end], [b, other]) => a - b || other - end).slice(0, limits.lifelineBars);
  const open: number[] = [];
  return sorted.map(([from, to]): LifelineBar => {
    while (open.length > 0 && (open.at(-1) ?? 0) <= from) open.pop();
    open.push(to);
    return [from, to, open.length - 1];
  });
}
