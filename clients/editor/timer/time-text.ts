/** time-text: what is left of a timer as digits, and as words to be spoken. */
import { timerTexts } from '../strings/timer.ts';

/** `4:05`, or `1:04:05`. A second that has begun counts. */
export function timeText(ms: number): string {
  const whole = Math.ceil(ms / 1_000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(seconds)}` : `${minutes}:${padded(seconds)}`;
}

export function spokenTime(ms: number): string {
  const whole = Math.ceil(ms / 1_000);
  const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
  const parts = [
    ...(minutes > 0 ? [timerTexts.minutes(minutes)] : []),
    ...(seconds > 0 || minutes === 0 ? [timerTexts.seconds(seconds)] : []),
  ];
  return parts.join(' ');
}
