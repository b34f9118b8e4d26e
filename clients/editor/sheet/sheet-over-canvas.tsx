/** sheet-over-canvas: the sheet that is open, if one is. What shows sheets is fetched with the first. */
import { useEditor } from '../state/editor.ts';
import { useStore } from '../state/signal.ts';
import { later } from '../ui/later.tsx';

const SheetPane = later(async () => (await import('./sheet-pane.tsx')).SheetPane);

export function SheetOverCanvas() {
  return useStore(useEditor().sheet) === null ? null : <SheetPane />;
}
