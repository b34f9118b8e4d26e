/** past-over-canvas: earlier moments of the shown tab over its canvas, if they are open. The code is loaded with the first. */
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const PastPane = lazyPart(async () => (await import('./past-pane.tsx')).PastPane);

export function PastOverCanvas() {
  const request = useValue(useEditor().past);
  return request === null ? null : <PastPane since={request.since} />;
}
