/** panel-buttons: opens and closes the panels at the right. */
import { useValue } from '../state/signal.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useEditor } from '../state/editor.ts';
import type { Panel } from './panels.ts';

export function PanelButtons({ panels }: { readonly panels: readonly Panel[] }) {
  const { panel } = useEditor();
  const open = useValue(panel);
  return panels.map(({ name, title, icon: Icon }) => (
    <IconButton
      key={name}
      label={title}
      icon={<Icon />}
      pressed={name === open}
      onClick={() => panel.set(name === open ? null : name)}
    />
  ));
}
