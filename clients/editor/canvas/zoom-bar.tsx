/** zoom-bar: reactions, votes, the timer, the minimap, and the zoom of the canvas. */
import { Map as MapIcon, Maximize, Minus, Plus } from 'lucide-react';
import { useState } from 'react';

import { VoteMenu } from '../votes/vote-menu.tsx';
import { TimerMenu } from '../timer/timer-menu.tsx';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { ReactionMenu } from './reaction-menu.tsx';
import { Minimap } from './minimap.tsx';
import { toolbarProps } from '../ui/toolbar-keys.ts';
import css from './zoom-bar.module.css';
import { canvasTexts } from '../strings/canvas.ts';

const steps = [0.25, 0.5, 1, 2, 4] as const;

export function ZoomBar() {
  const editor = useEditor();
  const { zoom, width, height } = useValue(editor.viewport);
  const selected = useValue(editor.selection);
  const [showsMap, setShowsMap] = useState(false);
  const zoomTo = (factor: number): void =>
    editor.viewport.zoomAt({ x: width / 2, y: height / 2 }, factor / editor.viewport.get().zoom);
  return (
    <div className={css['cluster']}>
      {showsMap && <Minimap />}
      <div className={css['bar']} {...toolbarProps(canvasTexts.zoom)}>
        <ReactionMenu />
        <VoteMenu />
        <TimerMenu />
        <IconButton
          size="sm"
          side="top"
          label={showsMap ? canvasTexts.hideMinimap : canvasTexts.showMinimap}
          icon={<MapIcon />}
          pressed={showsMap}
          onClick={() => setShowsMap(!showsMap)}
        />
        <IconButton
          size="sm"
          side="top"
          label={canvasTexts.zoomToFit}
          keys="Shift+1"
          icon={<Maximize />}
          onClick={() => editor.run('zoom-to-fit')}
        />
        <IconButton
          size="sm"
          side="top"
          label={canvasTexts.zoomOut}
          keys="Mod+-"
          icon={<Minus />}
          onClick={() => editor.run('zoom-out')}
        />
        <Menu
          side="top"
          align="end"
          trigger={
            <button type="button" className={css['zoom']} aria-label={canvasTexts.zoomPercent(Math.round(zoom * 100))}>
              {Math.round(zoom * 100)}%
            </button>
          }
          items={[
            ...steps.map((step) => ({ label: `${step * 100}%`, onSelect: () => zoomTo(step) })),
            'separator',
            { label: canvasTexts.zoomToFit, keys: 'Shift+1', onSelect: () => editor.run('zoom-to-fit') },
            {
              label: canvasTexts.zoomToSelection,
              keys: 'Shift+2',
              disabled: selected.size === 0,
              onSelect: () => editor.run('zoom-to-selection'),
            },
          ]}
        />
        <IconButton
          size="sm"
          side="top"
          label={canvasTexts.zoomIn}
          keys="Mod+="
          icon={<Plus />}
          onClick={() => editor.run('zoom-in')}
        />
      </div>
    </div>
  );
}
