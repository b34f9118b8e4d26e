/** tasks-here: the tasks that were handed with a comment of a thread, or with a card. */
import type { Task } from '#schema/task.ts';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { tasksTexts } from '../strings/tasks.ts';
import { TaskCard } from './task-card.tsx';
import css from './tasks.module.css';

export function TasksHere({ isHere }: { readonly isHere: (task: Task) => boolean }) {
  const { tasks } = useValue(useEditor().tasks);
  const here = tasks?.filter(isHere) ?? [];
  if (here.length === 0) return null;
  return (
    <ul className={css['tasks']} aria-label={tasksTexts.tasks}>
      {here.map((task) => (
        <TaskCard key={task.id} task={task} isInPlace />
      ))}
    </ul>
  );
}
