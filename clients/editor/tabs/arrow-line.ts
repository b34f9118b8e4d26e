/** arrow-line: sets the line of new arrows on the shown tab, for everyone who draws there. */
import type { ArrowLine } from '#schema/tab.ts';

import { failureText } from '../api/call.ts';
import type { Editor } from '../state/editor.ts';
import { canvasTexts } from '../strings/canvas.ts';
import { lineTitles } from '../state/line-titles.ts';
import { changeTab } from './tab-calls.ts';

export async function setArrowLine({ session, tab, announce, tell }: Editor, arrowLine: ArrowLine): Promise<void> {
  try {
    await changeTab(session, tab.id, { arrowLine });
    announce(canvasTexts.newArrowsAre(lineTitles[arrowLine]));
  } catch (error) {
    tell({ text: failureText(error), kind: 'failure' });
  }
}
