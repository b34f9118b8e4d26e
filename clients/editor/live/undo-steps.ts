/**
 * undo-steps: the person's own steps, for undo and redo.
 *
 * A step contains what this page wrote, never the work of others or agents. A step that is too large for one update is sent as
 * several, also by undo and redo. Steps with the same name within a second are one. A step without effect, because others removed
 * its elements, is skipped: the one before it is undone instead, as a whole. The last step can be discarded: undone without a
 * redo.
 */
import * as Y from 'yjs';

import type { Edit } from '#schema/changeset.ts';
import { editorRoots, rootMap } from '#schema/ydoc/roots.ts';
import { itemOf } from '#schema/ydoc/struct-store.ts';

import { Emitter } from '../state/emitter.ts';
import { jsonLength, updateParts } from './update-parts.ts';

/** The server refuses more than 500 removals in one update, and undoing an addition removes. */
const elementsPerUpdate = 400;
/** This number of elements fits into an update, whatever their size. */
const safeElements = 16;
const joinMs = 1_000;

/** The size of the element in an update, added or removed: undo restores what was removed. */
const weightOf = ({ before, after }: Edit): number => Math.max(jsonLength(before), jsonLength(after));

type Stack = Y.UndoManager['undoStack'];

export class UndoSteps {
  readonly manager: Y.UndoManager;
  readonly #doc: Y.Doc;
  /** Sends the edits so far as an update of their own. */
  readonly #flush: () => void;
  readonly #origin = { own: true };
  readonly #listeners = new Emitter<[]>();
  #name: string | null = null;
  #writtenAt = 0;
  #step = 0;
  #isWalking = false;

  constructor(doc: Y.Doc, flush: () => void) {
    this.#doc = doc;
    this.#flush = flush;
    const roots = editorRoots.flatMap((name) => rootMap(doc, name) ?? []);
    this.manager = new Y.UndoManager(roots, { trackedOrigins: new Set([this.#origin]), captureTimeout: joinMs });
    this.manager.on('stack-item-added', ({ stackItem }: { stackItem: { meta: Map<unknown, unknown> } }) => {
      if (!stackItem.meta.has('step')) stackItem.meta.set('step', this.#step);
    });
    for (const event of ['stack-item-added', 'stack-item-popped', 'stack-cleared', 'stack-item-updated'] as const)
      this.manager.on(event, () => {
        if (!this.#isWalking) this.#listeners.emit();
      });
  }

  isOwn(origin: unknown): boolean {
    return origin === this.#origin || origin === this.manager;
  }

  get canUndo(): boolean {
    return this.manager.canUndo();
  }

  get canRedo(): boolean {
    return this.manager.canRedo();
  }

  /** Called when the state of undo or redo has changed. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  write(edits: readonly Edit[], apply: (edits: readonly Edit[]) => void, joins?: string): void {
    const parts = edits.length <= safeElements ? [edits] : updateParts(edits, weightOf, elementsPerUpdate);
    this.transact(parts.map((part) => () => apply(part)), joins); // prettier-ignore
  }

  /** Each of the changes is an update of its own. */
  transact(changes: readonly (() => void)[], joins?: string): void {
    this.#begin(joins);
    const areSeveral = changes.length > 1;
    for (const change of changes) {
      if (areSeveral) {
        this.manager.stopCapturing();
        this.#flush();
      }
      this.#doc.transact(change, this.#origin);
    }
    if (areSeveral) this.#flush();
  }

  boundary(): void {
    this.#name = null;
  }

  /** The next edit with this name joins the last step, if that has the name, however long ago it was. */
  keepOpen(name: string): void {
    if (this.#name !== name || !this.canUndo) return;
    this.#writtenAt = Date.now();
    this.manager.lastChange = this.#writtenAt;
  }

  /** False if there is nothing to undo. */
  undo(): boolean {
    const { manager } = this;
    return this.#walk(manager.undoStack, manager.redoStack, () => manager.undo());
  }

  redo(): boolean {
    const { manager } = this;
    return this.#walk(manager.redoStack, manager.undoStack, () => manager.redo());
  }

  /** True if the last step added this type to the document. */
  lastStepMade(type: Y.Map<unknown>): boolean {
    const item = itemOf(type);
    const step = this.manager.undoStack.at(-1);
    return item !== null && step !== undefined && Y.isDeleted(step.insertions, item.id);
  }

  discard(): boolean {
    const isDiscarded = this.undo();
    // Writing the step has cleared the redo stack: what is there now is that step alone.
    this.manager.clear(false, true);
    return isDiscarded;
  }

  clear(): void {
    this.boundary();
    this.manager.clear();
  }

  destroy(): void {
    this.manager.destroy();
  }

  #begin(joins: string | undefined): void {
    const now = Date.now();
    const carriesOn = joins !== undefined && joins === this.#name && now - this.#writtenAt < joinMs;
    this.#writtenAt = now;
    if (!carriesOn) {
      this.manager.stopCapturing();
      this.#step += 1;
    }
    this.#name = joins ?? null;
  }

  #walk(from: Stack, to: Stack, pop: () => unknown): boolean {
    this.boundary();
    this.#flush();
    const depth = from.length;
    let hasChanged = false;
    this.#isWalking = true;
    try {
      while (from.length > 0 && !hasChanged) hasChanged = this.#popStep(from, to, pop);
    } finally {
      this.#isWalking = false;
      if (depth > 0) this.#listeners.emit();
    }
    return hasChanged;
  }

  /** Undoes all parts of the top step, each as an update of its own. False if none of them changed anything. */
  #popStep(from: Stack, to: Stack, pop: () => unknown): boolean {
    const step: unknown = from.at(-1)?.meta.get('step');
    this.#step = step as number;
    // A pop goes on until something changes. Other steps wait under the other stack, as the manager searches both for what this
    // page removed.
    const below = from.splice(0, from.findLastIndex(({ meta }) => meta.get('step') !== step) + 1);
    to.unshift(...below);
    let hasChanged = false;
    try {
      while (from.length > 0) {
        if (pop() !== null) hasChanged = true;
        this.#flush();
      }
    } finally {
      from.unshift(...to.splice(0, below.length));
    }
    return hasChanged;
  }
}
