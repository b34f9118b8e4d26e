import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';

import { fuzz } from '#test/harness/fuzz.ts';

import { StoredComment, type Thread } from '../comment.ts';
import { newId } from '../ids.ts';
import { faultsOf } from '../validate.ts';
import { canonicalJson } from './canonical.ts';
import { type Junk, junk, junkPlain, plant } from './junk.test-support.ts';
import { addComment, readThread, readThreads, removeComment, setResolved } from './threads.ts';
import { watchRoot } from './watch-root.ts';

const by = { authorId: 'user_1', authorName: 'Ada', authorColor: '#c2410c' };
const said = (text: string, createdAt = 1_000) => ({ id: newId('cmt', createdAt), text, createdAt, ...by });
const textsOf = (thread: Thread | null): unknown => thread?.comments.map(({ text }) => text);

describe('reading', () => {
  test('[H1] whatever lies in the root, threads fit their schema and have a comment', () => {
    const stored = fc.record(
      {
        n: fc.oneof(fc.integer(), junkPlain),
        text: fc.oneof(fc.string(), junkPlain),
        createdAt: fc.oneof(fc.nat(), junkPlain),
        authorId: fc.oneof(fc.constant('user_1'), junkPlain),
        authorName: fc.oneof(fc.constant('Ada'), junkPlain),
        authorColor: fc.oneof({ weight: 3, arbitrary: fc.constant('#c2410c') }, { weight: 1, arbitrary: junkPlain }),
      },
      { noNullPrototype: true },
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
          for (const [id, { comments: read, resolved: is }] of readThreads(served)) {
            expect(read.length).toBeGreaterThan(0);
            expect(typeof is).toBe('boolean');
            for (const { id: commentId, ...comment } of read) {
              expect(commentId).toMatch(/^cmt_/);
              expect(faultsOf(StoredComment, comment)).toEqual([]);
            }
            expect(readThread(served, id)).toEqual({ resolved: is, comments: read });
          }
        },
      ),
      fuzz(500),
    );
  });

  test('[H1] a root of another type holds no threads', () => {
    const doc = new Y.Doc();
    doc.getArray('threads').push([1]);
    expect([...readThreads(doc), readThread(doc, 'a~00000000')]).toEqual([null]);
  });
});

describe('writing', () => {
  test('[H3] comments stand in the order of writing, whatever the clocks say', () => {
    const doc = new Y.Doc();
    for (const [text, at] of [['late', 9_000], ['early', 1], ['last', 5_000]] as const) addComment(doc, 'a~00000000', said(text, at));
    expect(textsOf(readThread(doc, 'a~00000000'))).toEqual(['late', 'early', 'last']);
  }); // prettier-ignore

  test('[H2] with its last comment a thread is gone, and a comment opens it', () => {
    const doc = new Y.Doc();
    const [one, two] = [said('one'), said('two')];
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

  test('what is so already, or is not there, makes no update', () => {
    const doc = new Y.Doc();
    addComment(doc, 'a~00000000', said('one'));
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

  test('each change tells whose threads it changed, and nothing else does', () => {
    const doc = new Y.Doc();
    const heard: string[][] = [];
    watchRoot(doc, 'threads', (ids) => heard.push([...ids].toSorted()));
    const one = said('one');
    addComment(doc, 'a~00000000', one);
    doc.transact(() => {
      addComment(doc, 'a~00000000', said('two'));
      addComment(doc, 'b~00000000', said('three'));
    });
    doc.getMap('votes').set('a~00000000', 1);
    setResolved(doc, 'b~00000000', true);
    removeComment(doc, 'a~00000000', one.id);
    expect(heard).toEqual([['a~00000000'], ['a~00000000', 'b~00000000'], ['b~00000000'], ['a~00000000']]);
  });
});
