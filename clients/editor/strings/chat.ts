/** chat: the texts of clients/editor/chat. */
import { catalogue } from './catalogue.ts';

export const chatTexts = catalogue({
  opening: 'Opening the board',
  nothingToShow: 'This call has no board to show.',
  notOpened: 'The board couldn’t be opened.',
  accessEnded: 'Access to this board has ended.',
  openInAtelier: 'Open in Atelier',
  undoAgent: 'Undo the agent’s change',
  viewOnly: 'View only',
});
