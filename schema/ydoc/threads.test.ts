import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { fuzz } from '#test/harness/fuzz.ts';

import { StoredComment, type Thread } from '../comment.ts';
import { newId } from '../ids.ts';
import { validationErrors } from '../validate.ts';
import { canonicalJson } from './canonical.ts';
import { type Junk, junk, junkPlain, plant } from './junk.test-support.ts';
import { addComment, readThread, readThreads, removeComment, setResolved } from './threads.ts';
import { watchRoot } from './watch-root.ts';
import { applyEdits, insertTab } from './write.ts';

const by = { authorId: 'user_1', authorName: 'Ada', authorColor: '#c2410c' };
const newComment = (text: string, createdAt = 1_000) => ({ id: newId('cmt', createdAt), text, createdAt, ...by });
const textsOf = (thread: Thread | null): unknown => thread?.comments.map(({ text }) => text);

describe('reading', () => {
  test('YD1 YD2 YD20 threads satisfy their schema and have a comment, whatever the root contains', () => {
    const stored = fc.record(
      {
        n: fc.oneof(fc.integer(), junkPlain),
        text: fc.oneof(fc.string(), junkPlain),
        createdAt: fc.oneof(fc.nat(), junkPlain),
        authorId: fc.oneof(fc.constant('user_1'), junkPlain),
        authorName: fc.oneof(fc.constant('Ada'), junkPlain),
        authorColor: fc.oneof({ weight: 3, arbitrary: fc.constant('#c2410c') }, { weight: 1, arbitrary: junkPlain }),
        mentions: fc.oneof(fc.array(fc.oneof(fc.constant({ id: 'user_2', name: 'Bob' }), junkPlain)), junkPlain),
      },
      { noNullPrototype: true, requiredKeys: ['n', 'text', 'createdAt', 'authorId', 'authorName', 'authorColor'] },
    );
    fc.assert(
      fc.property(
        junk,
        junk,
        fc.array(fc.oneof(stored, junkPlain), { maxLength: 4 }),
        junkPlain,
        (loose, within, values, resolved) => {
          const doc = new Y.Doc();
          const threads = doc.getMap<unknown>('threads');
          plant(threads, loose as Junk);
          const thread = threads.set('box~00000001', new Y.Map<unknown>());
          plant(thread, within as Junk);
          thread.set('resolved', resolved);
          const comments = thread.set('comments', new Y.Map<unknown>());
          plant(comments, within as Junk);
          for (const value of values) comments.set(newId('cmt'), value);
          const served = new Y.Doc();
          Y.applyUpdate(served, Y.encodeStateAsUpdate(doc));
          for (const [id, { comments: readComments, resolved: isResolved }] of readThreads(served)) {
            expect(readComments.length).toBeGreaterThan(0);
            expect(typeof isResolved).toBe('boolean');
            for (const { id: commentId, ...comment } of readComments) {
              expect(commentId).toMatch(/^cmt_/);
              expect(validationErrors(StoredComment, comment)).toEqual([]);
            }
            expect(readThread(served, id)).toEqual({ resolved: isResolved, comments: readComments });
          }
        },
      ),
      fuzz(500),
    );
  });

  test('YD30 a comment keeps its mentions, and only those that name people', () => {
    const doc = new Y.Doc();
    const bob = { id: 'user_2', name: 'Bob' };
    addComment(doc, 'box~00000001', { ...newComment('@Bob'), mentions: [bob] });
    addComment(doc, 'box~00000001', newComment('No one'));
    expect(readThread(doc, 'box~00000001')?.comments.map(({ mentions }) => mentions)).toEqual([[bob], undefined]);
    const comments = doc.getMap<Y.Map<Y.Map<unknown>>>('threads').get('box~00000001')?.get('comments');
    for (const mentions of ['Bob', { id: 'user_2' }, null]) {
      comments?.clear();
      comments?.set(newId('cmt'), { n: 1, ...newComment('@Bob'), mentions });
      const [comment] = readThread(doc, 'box~00000001')?.comments ?? [];
      expect(comment).toMatchObject({ text: '@Bob' });
      expect(comment).not.toHaveProperty('mentions');
    }
  });

  test('YD1 a root of another type has no threads', () => {
    const doc = new Y.Doc();
    doc.getArray('threads').push([1]);
    expect([...readThreads(doc), readThread(doc, 'a~00000000')]).toEqual([null]);
  });
});

describe('writing', () => {
  test('YD21 comments are in the order of writing, whatever the clocks say', () => {
    const doc = new Y.Doc();
    for (const [text, at] of [['late', 9_000], ['early', 1], ['last', 5_000]] as const) addComment(doc, 'a~00000000', newComment(text, at));
    expect(textsOf(readThread(doc, 'a~00000000'))).toEqual(['late', 'early', 'last']);
  }); // prettier-ignore

  test('YD20 removing its last comment deletes a thread, and a comment reopens a resolved one', () => {
    const doc = new Y.Doc();
    const [one, two] = [newComment('one'), newComment('two')];
    addComment(doc, 'a~00000000', one);
    setResolved(doc, 'a~00000000', true);
    expect(readThread(doc, 'a~00000000')?.resolved).toBe(true);
    addComment(doc, 'a~00000000', two);
    expect(readThread(doc, 'a~00000000')?.resolved).toBe(false);
    removeComment(doc, 'a~00000000', one.id);
    expect(textsOf(readThread(doc, 'a~00000000'))).toEqual(['two']);
    removeComment(doc, 'a~00000000', two.id);
    expect(readThread(doc, 'a~00000000')).toBeNull();
    expect(canonicalJson(doc)).toBe('{}');
  });

  test('YD22 a thread outlives its element, and is the element’s again when it comes back', () => {
    const doc = new Y.Doc();
    const tabId = 'tab_0123456789abcdef0123';
    const element = { id: 'a~00000000', type: 'text', z: 'a0', x: 0, y: 0, width: 9, height: 9 } as const;
    insertTab(doc, { id: tabId, name: 'One', mode: 'canvas', theme: 'light', locked: false, order: 'a0', layers: [], pages: [] });
    applyEdits(doc, tabId, [{ id: element.id, before: null, after: element }]);
    addComment(doc, element.id, newComment('one'));
    applyEdits(doc, tabId, [{ id: element.id, before: element, after: null }]);
    expect(textsOf(readThread(doc, element.id))).toEqual(['one']);
    applyEdits(doc, tabId, [{ id: element.id, before: null, after: element }]);
    expect(textsOf(readThread(doc, element.id))).toEqual(['one']);
  });

  test('YD12 a change that changes nothing makes no update', () => {
    const doc = new Y.Doc();
    addComment(doc, 'a~00000000', newComment('one'));
    let updates = 0;
    doc.on('update', () => (updates += 1));
    setResolved(doc, 'a~00000000', false);
    setResolved(doc, 'b~00000000', true);
    removeComment(doc, 'a~00000000', newId('cmt'));
    removeComment(doc, 'b~00000000', newId('cmt'));
    setResolved(doc, 'a~00000000', true);
    setResolved(doc, 'a~00000000', true);
    expect(updates).toBe(1);
  });

  test('watchRoot reports the threads that each transaction changed, and nothing else', () => {
    const doc = new Y.Doc();
    const reported: string[][] = [];
    watchRoot(doc, 'threads', (ids) => reported.push([...ids].toSorted()));
    const one = newComment('one');
    addComment(doc, 'a~00000000', one);
    doc.transact(() => {
      addComment(doc, 'a~00000000', newComment('two'));
      addComment(doc, 'b~00000000', newComment('three'));
    });
    doc.getMap('votes').set('a~00000000', 1);
    setResolved(doc, 'b~00000000', true);
    removeComment(doc, 'a~00000000', one.id);
    expect(reported).toEqual([['a~00000000'], ['a~00000000', 'b~00000000'], ['b~00000000'], ['a~00000000']]);
  });
});
