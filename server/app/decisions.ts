/** What people decided about the proposals of an agent, in its next reads of their tab (SPEC.md). */
import type { Call } from '#server/call.ts';
import { rejectedLately } from '#storage/proposals.ts';

import type { AppContext } from './context.ts';
import type { TabAnswer } from './port.ts';
import { lapsedBefore, saidOf } from './proposal-view.ts';

/** Older decisions are in the proposals. */
const maxDecisions = 3;

/** A line for each proposal of the token that was rejected since it last proposed on the tab; none for people. */
export async function decisionsFor(
  { storage, now }: AppContext,
  { actor }: Call,
  place: { readonly documentId: string; readonly tabId: string },
): Promise<string[]> {
  if (actor.kind !== 'agent') return [];
  const { tokenId } = actor;
  const window = { since: lapsedBefore(now()), limit: maxDecisions };
  const rejected = await rejectedLately(storage.db, { ...place, tokenId }, window);
  return rejected.map(saidOf).filter((line) => line !== null);
}

/** Texts have them as comments of the line form, below their first line. */
export function withDecisions(answer: TabAnswer, decisions: readonly string[]): TabAnswer {
  if (decisions.length === 0 || 'diff' in answer || 'lint' in answer) return answer;
  if ('reading' in answer) return { reading: { ...answer.reading, decisions: [...decisions] } };
  const lines = decisions.map((line) => `# ${line}`);
  if (!answer.text.startsWith('#')) return { text: `${lines.join('\n')}\n${answer.text}` };
  const end = answer.text.indexOf('\n');
  const [first, rest] = end === -1 ? [answer.text, ''] : [answer.text.slice(0, end), answer.text.slice(end + 1)];
  return { text: `${[first, ...lines].join('\n')}\n${rest}` };
}
