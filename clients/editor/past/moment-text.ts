/** moment-text: days and times of the version history, in the reader's language. */
import { pastTexts } from '../strings/past.ts';

/** `9:12 PM`. */
export const timeText = (at: number): string => new Date(at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });

/** `Saturday, November 28`. */
export const dayText = (at: number): string =>
  new Date(at).toLocaleDateString([], { weekday: 'long', month: 'long', day: 'numeric' });

/** `Nov 28, 9:12 PM`. */
export const momentText = (at: number): string =>
  pastTexts.atTime(new Date(at).toLocaleDateString([], { month: 'short', day: 'numeric' }), timeText(at));

/** `9:05 PM – 9:40 PM`, or one time within a minute. */
export const spanText = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  pastTexts.until(timeText(from), timeText(to));
