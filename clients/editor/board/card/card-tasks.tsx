/** card-tasks: what was handed to agents with a card. */
import type { Item } from '#schema/board.ts';

import { boardTexts } from '../../strings/board.ts';
import { HandButton } from '../../tasks/hand-button.tsx';
import { TasksHere } from '../../tasks/tasks-here.tsx';
import css from './card-dialog.module.css';

export function CardTasks({ item: { id, key }, mayHand }: { readonly item: Item; readonly mayHand: boolean }) {
  return (
    <section aria-label={boardTexts.tasksForAgents}>
      <h3 className={css['heading']}>
        {boardTexts.tasksForAgents}
        {mayHand && <HandButton target={{ item: id }} what={boardTexts.card(key)} />}
      </h3>
      <TasksHere isHere={({ item }) => item === id} />
    </section>
  );
}
