/** rename-dialog: a dialog for a new name. */
import { uiTexts } from '../strings/ui.ts';
import { NameDialog } from './name-dialog.tsx';

type RenameDialogProps = {
  /** What is renamed, as a word: `document`. */
  readonly what: string;
  readonly name: string;
  readonly onClose: () => void;
  /** The dialog closes if it succeeds. Throws CallRefused and CallUnreachable. */
  readonly rename: (name: string) => Promise<void>;
};

export function RenameDialog({ what, name, onClose, rename }: RenameDialogProps) {
  return <NameDialog title={uiTexts.renameNamed(what)} name={name} confirm={uiTexts.rename} onClose={onClose} save={rename} />;
}
