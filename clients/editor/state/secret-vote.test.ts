import { expect, test } from 'vitest';

import type { Vote } from '#schema/vote.ts';

import { showSelection, votesInSecret } from './secret-vote.ts';
import { Selection } from './selection.ts';
import { Signal } from './signal.ts';
import { ToolChoice } from './tool-choice.ts';

function voterIn(vote: Pick<Vote, 'private' | 'endedAt'> | null) {
  const shown: unknown[] = [];
  const [tool, selection] = [new ToolChoice(), new Selection()];
  const editor = {
    vote: new Signal(vote),
    tool,
    selection,
    session: { show: (presence: unknown) => void shown.push(presence) },
  } as unknown as Parameters<typeof showSelection>[0];
  return { editor, tool, selection, shown };
}

test('others see the selection, except while its person places votes in a private vote', () => {
  const { editor, tool, selection, shown } = voterIn({ private: true, endedAt: null });
  const end = showSelection(editor);
  selection.set(['a']);
  tool.choose('vote', true);
  selection.set(['b']);
  tool.choose('select', true);
  end();
  selection.set(['c']);
  const secret = { selection: [], cursor: null };
  expect(shown).toEqual([{ selection: ['a'] }, secret, secret, { selection: ['b'] }]);
});

test.each([
  ['an open vote', { private: false, endedAt: null }],
  ['a private vote that has ended', { private: true, endedAt: 2 }],
  ['no vote', null],
])('%s is no secret', (_name, vote) => {
  const { editor, tool } = voterIn(vote);
  tool.choose('vote', true);
  expect(votesInSecret(editor)).toBe(false);
});
