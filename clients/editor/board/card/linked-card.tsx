/** linked-card: the card that a link to one of its comments names, open over the canvas. */
import { useEditor } from '../../state/editor.ts';
import { useValue } from '../../state/signal.ts';
import { CardDialog } from './card-dialog.tsx';

export function LinkedCard() {
  const { linkedCard } = useEditor().canvas;
  const id = useValue(linkedCard);
  return id === null ? null : <CardDialog id={id} onClose={() => linkedCard.set(null)} />;
}
