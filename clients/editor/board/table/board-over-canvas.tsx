/** board-over-canvas: the board that is open, if one is. What shows boards large is fetched with the first. */
import { useEditor } from '../../state/editor.ts';
import { useStore } from '../../state/signal.ts';
import { later } from '../../ui/later.tsx';

const BoardPane = later(async () => (await import('./board-pane.tsx')).BoardPane);

export function BoardOverCanvas() {
  const id = useStore(useEditor().board);
  return id === null ? null : <BoardPane key={id} id={id} />;
}
