/** comments-panel: the threads of the shown tab; with one box selected, first its thread, or a field to begin one. */
import { MessageSquare } from 'lucide-react';
import { useMemo, useState } from 'react';

import { reaches } from '#schema/access.ts';
import { type CommentStatus, commentStatuses } from '#schema/comment.ts';
import { isArrow } from '#schema/element.ts';

import { hasStatus, threadsInOrder } from '#core/views/threads.ts';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { elementName } from '../people/element-name.ts';
import { showElements } from '../people/show-elements.ts';
import { useMembers } from '../people/use-members.ts';
import { MentionsButton } from '../mentions/mentions-button.tsx';
import { useTabVersion } from '../people/use-tab-version.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/select.tsx';
import css from './comments.module.css';
import { NewThread } from './new-thread.tsx';
import { ThreadCard } from './thread-card.tsx';
import { threadsOf } from './thread-store.ts';
import { commentsTexts } from '../strings/comments.ts';

const statusNames = { open: commentsTexts.open, resolved: commentsTexts.resolved, all: commentsTexts.all } as const;

export function CommentsPanel() {
  const editor = useEditor();
  const { session, tab } = editor;
  const threads = useValue(useMemo(() => threadsOf(session.doc), [session]));
  const selection = useValue(editor.selection);
  const level = useValue(session.level);
  const [status, setStatus] = useState<CommentStatus>('open');
  const version = useTabVersion(tab);
  const inOrder = useMemo(
    () => threadsInOrder(tab.view, threads),
    // The version covers the elements of the tab.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [tab, threads, version],
  );
  const [only, ...others] = selection;
  const selected = only === undefined || others.length > 0 ? undefined : tab.view.get(only);
  const box = selected === undefined || isArrow(selected) ? undefined : selected;
  const shown = inOrder.filter(({ box: { id }, thread }) => id === box?.id || hasStatus(thread, status));
  const ordered = shown.toSorted((a, b) => Number(b.box.id === box?.id) - Number(a.box.id === box?.id));
  const people = useMembers(session.documentId);
  const maySpeak = reaches(level, 'participant');
  const begins = box !== undefined && maySpeak && !inOrder.some((one) => one.box.id === box.id);
  return (
    <div className={css['panel']}>
      <div className={css['head']}>
        <Select
          label={commentsTexts.filter}
          value={status}
          onChange={setStatus}
          options={commentStatuses.map((value) => ({ value, label: statusNames[value] }))}
        />
        <MentionsButton />
      </div>
      {begins && <NewThread key={box.id} box={box} people={people} />}
      {ordered.length === 0 && !begins && (
        <EmptyState icon={<MessageSquare />} title={status === 'open' ? commentsTexts.noOpenComments : commentsTexts.noComments}>
          {maySpeak ? commentsTexts.selectElementHint : commentsTexts.commentsAppearHere}
        </EmptyState>
      )}
      <ul className={css['threads']}>
        {ordered.map(({ box: { id }, thread }) => (
          <ThreadCard
            key={id}
            element={id}
            title={elementName(tab.view.get(id), tab.view)}
            thread={thread}
            isSelected={id === box?.id}
            people={people}
            onShow={() => showElements(editor, tab.id, [id])}
          />
        ))}
      </ul>
    </div>
  );
}
