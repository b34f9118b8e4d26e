/** tab-look: sets how the lines of the shown tab are drawn, for everyone. */
import type { TabLook } from '#schema/tab.ts';

import { failureText } from '../api/call.ts';
import type { Editor } from '../state/editor.ts';
import { documentTexts } from '../strings/document.ts';
import { changeTab } from './tab-calls.ts';

export async function setTabLook({ session, tab, announce, tell }: Editor, look: TabLook): Promise<void> {
  try {
    await changeTab(session, tab.id, { look });
    announce(documentTexts.looks[look]);
  } catch (error) {
    tell({ text: failureText(error), kind: 'failure' });
  }
}
