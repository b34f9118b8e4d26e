/** task-card: a task: its state, what it says, what the agent reports, and what a person can do about it. */
import { RotateCcw, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';

import { reaches } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';
import type { Task } from '#schema/task.ts';

import { CommentBox } from '../ui/comment-box.tsx';
import { Ago } from '../people/ago.tsx';
import { useMayEdit } from '../people/use-may-edit.ts';
import { useTakeBack } from '../people/use-take-back.ts';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { usePending } from '../ui/use-pending.ts';
import { tasksTexts } from '../strings/tasks.ts';
import { handAgain, withdrawTask } from './task-calls.ts';
import { showTarget, targetName } from './task-target.ts';
import css from './tasks.module.css';

type Props = {
  readonly task: Task;
  /** Beside what the task is about, which is then not named again. */
  readonly isInPlace?: boolean;
};

export function TaskCard({ task, isInPlace = false }: Props) {
  const editor = useEditor();
  const { handle, owner, state, text, progress, messages, handedBy, updatedAt } = task;
  const isForAnother = useValue(editor.self)?.name !== owner.name;
  return (
    <li className={css['task']} aria-label={tasksTexts.task(handle, tasksTexts.states[state])} data-state={state}>
      <header>
        <span className={css['state']}>{tasksTexts.states[state]}</span>
        <span className={css['agent']}>
          <strong>{handle}</strong> {isForAnother && tasksTexts.forOwner(owner.name)}
        </span>
        <Withdraw task={task} />
      </header>
      {!isInPlace && (
        <button type="button" className={css['target']} onClick={() => showTarget(editor, task)}>
          {targetName(editor, task)}
        </button>
      )}
      <p className={css['text']}>{text}</p>
      <p className={css['by']}>
        {tasksTexts.handedBy(handedBy.name)} · <Ago at={updatedAt} />
      </p>
      {progress !== null && state === 'working' && <p className={css['progress']}>{progress}</p>}
      {messages.length > 0 && (
        <ol className={css['messages']}>
          {messages.map(({ at, by, agent, text: said }) => (
            <li key={`${at} ${said}`}>
              <strong>{agent ? handle : by.name}</strong> <span className={css['text']}>{said}</span>
            </li>
          ))}
        </ol>
      )}
      <Actions task={task} />
    </li>
  );
}

function Withdraw({ task }: { readonly task: Task }) {
  const { session, tasks } = useEditor();
  const isEditor = reaches(useValue(session.level), 'editor');
  const { busy, run } = usePending();
  if (!task.isOwn && !isEditor) return null;
  const withdraw = (): void =>
    void run(async () => {
      await withdrawTask(task);
      tasks.remove(task.id);
    });
  return <IconButton size="sm" label={tasksTexts.withdraw(task.handle)} icon={<Trash2 />} disabled={busy} onClick={withdraw} />;
}

function Actions({ task }: { readonly task: Task }) {
  const { tasks, session } = useEditor();
  const maySpeak = reaches(useValue(session.level), 'participant');
  const [isWriting, setWriting] = useState(false);
  const { busy, run } = usePending();
  const { handle, state, changeset, tab } = task;
  const send = async (text?: string): Promise<void> => tasks.put(await handAgain(task, text));
  if (state === 'needs_input') {
    return maySpeak ? (
      <CommentBox
        label={tasksTexts.answerLabel(handle)}
        action={tasksTexts.answer}
        maxCharacters={limits.taskMessageCharacters}
        onSend={send}
      />
    ) : null;
  }
  if (state === 'queued' || state === 'working') return null;
  if (isWriting) {
    return (
      <CommentBox
        label={tasksTexts.handAgainLabel(handle)}
        action={tasksTexts.hand}
        onSend={send}
        onCancel={() => setWriting(false)}
      />
    );
  }
  return (
    <div className={css['actions']}>
      {changeset !== null && tab !== null && <UndoChangeset changeset={changeset} tab={tab} />}
      {maySpeak && (
        <Button
          kind="quiet"
          size="sm"
          icon={<RotateCcw />}
          busy={busy}
          onClick={() => (state === 'stale' ? void run(() => send()) : setWriting(true))}
        >
          {tasksTexts.handAgain}
        </Button>
      )}
    </div>
  );
}

/** Reverts the changeset that completed a task. */
function UndoChangeset({ changeset, tab }: { readonly changeset: string; readonly tab: string }) {
  const editor = useEditor();
  const mayUndo = useMayEdit(editor.session, tab);
  const { busy, outcome, undo } = useTakeBack(editor, () => [changeset]);
  if (outcome !== null) return <p className={css['outcome']}>{outcome}</p>;
  if (!mayUndo) return null;
  return (
    <Button size="sm" icon={<Undo2 />} busy={busy} onClick={() => void undo()}>
      {tasksTexts.undo}
    </Button>
  );
}
