import { describe, expect, test } from 'vitest';

import type { Access, Actor } from '#server/access/actor.ts';

import { EditorSession } from './editor-session.ts';
import type { EditorSocket } from './editor-socket.ts';
import { awake, holdersAmong } from './holders.ts';

const ada: Actor = { kind: 'person', userId: 'user_1', name: 'Ada', color: '#112233', sessionHash: '' };
const guest: Actor = { kind: 'guest', guestId: 'guest_1', name: 'Gus', color: '#445566', documentId: 'doc_1', linkId: 'link_1' };
const token: Actor = { kind: 'agent', userId: 'user_2', name: 'Bot', color: '#112233', tokenId: 'tok_1', access: 'full', documents: null }; // prettier-ignore

const session = (actor: Actor, access: Access, documentId = 'doc_1'): EditorSession =>
  // The socket is never used, as no frame is sent.
  new EditorSession({} as EditorSocket, documentId, actor, access);
const editor: Access = { level: 'editor', tabs: null };
const holders = (of: EditorSession, state: Record<string, unknown> | undefined): readonly string[] =>
  holdersAmong([of], () => state, 'doc_1', 'tab_1').flatMap(({ elements }) => elements);
const selecting = { tab: 'tab_1', selection: ['a~00000000'] };

describe('holders', () => {
  test('[LV32] people who may write on the tab hold what they have selected there', () => {
    for (const access of [editor, { level: 'owner', tabs: null }, { level: 'editor', tabs: ['tab_1'] }] as const) {
      expect(holders(session(ada, access), selecting)).toEqual(['a~00000000']);
    }
    expect(holdersAmong([session(ada, editor)], () => selecting, 'doc_1', 'tab_1')).toEqual([
      { userId: 'user_1', name: 'Ada', color: '#112233', elements: ['a~00000000'] },
    ]);
  });

  test('[LV32] tokens, readers, those limited to other tabs, other documents and other tabs hold nothing', () => {
    expect(holders(session(token, editor), selecting)).toEqual([]);
    for (const access of [
      { level: 'viewer', tabs: null },
      { level: 'participant', tabs: null },
      { level: 'editor', tabs: ['tab_2'] },
    ] as const) {
      // prettier-ignore
      expect(holders(session(ada, access), selecting)).toEqual([]);
    }
    expect(holders(session(guest, { level: 'participant', tabs: null }), selecting)).toEqual([]);
    expect(holders(session(ada, editor, 'doc_2'), selecting)).toEqual([]);
    for (const state of [undefined, {}, { ...selecting, tab: 'tab_2' }, { tab: 'tab_1', selection: [] }, { tab: 'tab_1' }]) {
      expect(holders(session(ada, editor), state)).toEqual([]);
    }
  });

  test('[LV33] an editor that is silent for a minute holds nothing until its next message', () => {
    const of = session(ada, editor);
    of.lastMessageAt = 5_000;
    expect([5_000, 64_999, 65_000].map((now) => awake([of], now).length)).toEqual([1, 1, 0]);
    of.lastMessageAt = 65_000;
    expect(awake([of], 65_000)).toEqual([of]);
  });
});
