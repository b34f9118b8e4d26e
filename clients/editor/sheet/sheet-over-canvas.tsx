/** sheet-over-canvas: the open sheet, if there is one. The code of sheets is loaded with the first. */
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const SheetPane = lazyPart(async () => (await import('./sheet-pane.tsx')).SheetPane);

export function SheetOverCanvas() {
  return useValue(useEditor().sheet) === null ? null : <SheetPane />;
}
