/** timer: the texts of clients/editor/timer. */
import { catalogue } from './catalogue.ts';

export const timerTexts = catalogue({
  timer: 'Timer',
  preset: (minutes: number) => `${minutes} min`,
  minutesLabel: 'Minutes',
  start: 'Start',
  badMinutes: 'Enter whole minutes from 1 to 1440.',
  pause: 'Pause timer',
  resume: 'Resume timer',
  addMinute: 'Add 1 minute',
  stop: 'Stop timer',
  over: 'Time’s up',
  paused: 'Paused',
  minutes: (count: number) => `${count} ${count === 1 ? 'minute' : 'minutes'}`,
  seconds: (count: number) => `${count} ${count === 1 ? 'second' : 'seconds'}`,
  runs: (time: string) => `Timer: ${time}`,
});
