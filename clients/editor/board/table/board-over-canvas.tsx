/** board-over-canvas: the open board, if there is one. The code of open boards is loaded with the first. */
import { useEditor } from '../../state/editor.ts';
import { useValue } from '../../state/signal.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const BoardPane = lazyPart(async () => (await import('./board-pane.tsx')).BoardPane);

export function BoardOverCanvas() {
  const id = useValue(useEditor().board);
  return id === null ? null : <BoardPane key={id} id={id} />;
}
