/** task-news: reports to the person who handed a task that the agent needs an answer, or has ended. */
import { useEffect } from 'react';

import type { TaskState } from '#schema/task.ts';

import { useEditor } from '../state/editor.ts';
import { tasksTexts } from '../strings/tasks.ts';

const reported: ReadonlySet<TaskState> = new Set(['needs_input', 'done', 'failed', 'stale']);

export function TaskNews() {
  const { session, tasks, panel, tell, announce } = useEditor();
  useEffect(
    () =>
      session.onTask(({ task: taskId, change, state }) => {
        if (change === 'withdrawn' || !reported.has(state)) return;
        void (async () => {
          const task = await tasks.read(taskId).catch(() => null);
          if (task === null || !task.isOwn || task.state !== state) return;
          const text = tasksTexts.news(task.handle, tasksTexts.states[state]);
          if (panel.get() === 'tasks') return announce(text);
          const last = task.messages.at(-1);
          tell({
            id: `task ${taskId}`,
            text,
            ...(last?.agent === true && { detail: last.text }),
            kind: state === 'done' ? 'success' : 'info',
            action: { label: tasksTexts.show, run: () => panel.set('tasks') },
          });
        })();
      }),
    [session, tasks, panel, tell, announce],
  );
  return null;
}
