/** top-chips: what goes on in the document for everyone, at the top of the canvas: the vote, and the timer. */
import { TimerChip } from '../timer/timer-chip.tsx';
import { VoteChip } from '../votes/vote-chip.tsx';
import css from './top-chips.module.css';

export const TopChips = () => (
  <div className={css['chips']}>
    <VoteChip />
    <TimerChip />
  </div>
);
