/** side-panel: the open panel at the right. */
import { X } from 'lucide-react';

import { useValue } from '../state/signal.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useEditor } from '../state/editor.ts';
import type { Panel } from './panels.ts';
import { documentTexts } from '../strings/document.ts';

export function SidePanel({ panels }: { readonly panels: readonly Panel[] }) {
  const { panel } = useEditor();
  const name = useValue(panel);
  const shown = panels.find((candidate) => candidate.name === name);
  if (shown === undefined) return null;
  return (
    <aside className="side-panel" aria-label={shown.title}>
      <header>
        <h2>{shown.title}</h2>
        <IconButton size="sm" label={documentTexts.closePanel(shown.title)} icon={<X />} onClick={() => panel.set(null)} />
      </header>
      <div className="side-panel-body">
        <shown.body />
      </div>
    </aside>
  );
}
