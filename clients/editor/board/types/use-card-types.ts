/**
 * use-card-types: the card types of a document while they are being edited, and how they are saved.
 *
 * Saving names the revision that was read. If another person saved first, their types are shown, with a notice.
 */
import { useState } from 'react';

import type { Reply } from '#schema/api.ts';
import type { Catalogue, ItemType } from '#schema/board.ts';

import { call, CallRefused } from '../../api/call.ts';
import type { Editor } from '../../state/editor.ts';
import { boardTexts } from '../../strings/board.ts';
import { usePending } from '../../ui/use-pending.ts';
import { type CatalogueDraft, type CatalogueFault, faultOf, toSend, withType } from './catalogue-draft.ts';

type StoredTypes = Pick<Reply<'readPlan'>, 'types' | 'itemTypesRev'>;
/** What the server answers, and what it sends along when the revision is stale. */
type SavedTypes = Reply<'replaceItemTypes'>;

export type CardTypesProps = { readonly editor: Editor; readonly read: StoredTypes; readonly onClose: () => void };

export type CardTypesModel = {
  readonly draft: CatalogueDraft;
  readonly change: (draft: CatalogueDraft) => void;
  /** The type that the form shows; undefined if there is none. */
  readonly type: ItemType | undefined;
  readonly choose: (id: string) => void;
  /** Adds a type and shows it; false if it was not added. */
  readonly add: (name: string) => boolean;
  readonly fault: CatalogueFault | null;
  readonly isChanged: boolean;
  /** Another person saved first. */
  readonly isStale: boolean;
  readonly busy: boolean;
  readonly failure: string | null;
  /** What the person has to confirm. */
  readonly question: 'discard' | 'restore' | null;
  readonly setQuestion: (question: 'discard' | 'restore' | null) => void;
  readonly save: () => void;
  readonly restore: () => void;
  readonly close: () => void;
};

export function useCardTypes({ editor, read, onClose }: CardTypesProps): CardTypesModel {
  const [base, setBase] = useState(read);
  const [draft, change] = useState<CatalogueDraft>(read.types);
  const [chosen, choose] = useState(read.types[0]?.id ?? '');
  const [isStale, setStale] = useState(false);
  const [question, setQuestion] = useState<'discard' | 'restore' | null>(null);
  const { busy, failure, run } = usePending({ quiet: true });
  const isChanged = draft !== base.types;
  const fault = faultOf(draft);

  const take = ({ itemTypes: { types }, itemTypesRev }: SavedTypes): void => {
    setBase({ types, itemTypesRev });
    change(types);
  };
  const send = (itemTypes: Catalogue | null): Promise<boolean> =>
    run(async () => {
      setStale(false);
      try {
        const body = { expectedRev: base.itemTypesRev, itemTypes };
        take(await call('PUT /documents/:doc/item-types', { params: { doc: editor.session.documentId }, body }));
      } catch (error) {
        if (!(error instanceof CallRefused) || error.code !== 'item_types_stale') throw error;
        // Its members are the stored catalogue and its revision.
        take(error.members as unknown as SavedTypes);
        setStale(true);
        return;
      }
      onClose();
      editor.tell({ text: boardTexts.cardTypesSaved });
    });
  const add = (name: string): boolean => {
    const added = withType(draft, name);
    if (added === null) return false;
    change(added.draft);
    choose(added.made.id);
    return true;
  };
  return {
    draft,
    change,
    type: draft.find(({ id }) => id === chosen) ?? draft[0],
    choose,
    add,
    fault,
    isChanged,
    isStale,
    busy,
    failure,
    question,
    setQuestion,
    save: () => {
      if (fault === null) void send(toSend(draft));
      else choose(fault.type);
    },
    restore: () => {
      setQuestion(null);
      void send(null);
    },
    close: () => (isChanged ? setQuestion('discard') : onClose()),
  };
}
