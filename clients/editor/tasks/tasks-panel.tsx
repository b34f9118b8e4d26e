/** tasks-panel: what people handed to agents in this document, newest first, and how far the agents are. */
import { Bot } from 'lucide-react';
import { useState } from 'react';

import { reaches } from '#schema/access.ts';
import { isOpen } from '#schema/task.ts';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Select } from '../ui/select.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { tasksTexts } from '../strings/tasks.ts';
import { TaskCard } from './task-card.tsx';
import css from './tasks.module.css';

type Shown = 'open' | 'all';

export function TasksPanel() {
  const editor = useEditor();
  const { session, tasks: store, dialog } = editor;
  const { tasks, next, failure } = useValue(store);
  const maySpeak = reaches(useValue(session.level), 'participant');
  useValue(editor.selection);
  useValue(session.tabs);
  const [shown, show] = useState<Shown>('all');
  const listed = tasks?.filter(({ state }) => shown === 'all' || isOpen(state)) ?? [];
  return (
    <div className={css['panel']}>
      <div className={css['head']}>
        <Select
          label={tasksTexts.filter}
          labelUnseen
          value={shown}
          onChange={show}
          options={[
            { value: 'all', label: tasksTexts.all },
            { value: 'open', label: tasksTexts.open },
          ]}
        />
        {maySpeak && (
          <Button icon={<Bot />} onClick={() => dialog.set('hand')}>
            {tasksTexts.handTo}
          </Button>
        )}
      </div>
      {failure !== null && <p role="alert">{failure}</p>}
      {tasks === null && failure === null && <Spinner />}
      {tasks !== null && listed.length === 0 && (
        <EmptyState icon={<Bot />} title={shown === 'open' ? tasksTexts.noOpenTasks : tasksTexts.noTasks}>
          {maySpeak ? tasksTexts.noTasksAbout : tasksTexts.tasksAppearHere}
        </EmptyState>
      )}
      <ul className={css['tasks']}>
        {listed.map((task) => (
          <TaskCard key={task.id} task={task} />
        ))}
      </ul>
      {next !== null && (
        <Button kind="quiet" onClick={() => void store.load(next)}>
          {tasksTexts.loadMore}
        </Button>
      )}
    </div>
  );
}
