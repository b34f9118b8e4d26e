/** board-over-canvas: the board that is open, if one is. What shows boards large is fetched with the first. */
import { useEditor } from '../../state/editor.ts';
import { useValue } from '../../state/signal.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const BoardPane = lazyPart(async () => (await import('./board-pane.tsx')).BoardPane);

export function BoardOverCanvas() {
  const id = useValue(useEditor().board);
  return id === null ? null : <BoardPane key={id} id={id} />;
}
