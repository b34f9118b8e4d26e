/** shape-picker: all shapes and other kinds of boxes, found by their common names. */
import { Shapes } from 'lucide-react';
import { useState } from 'react';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ShapeGrid } from './shape-grid.tsx';
import css from './shape-picker.module.css';
import { otherTools, shapesLike, titleOf } from '../state/tools.ts';
import { canvasTexts } from '../strings/canvas.ts';

export function ShapePicker() {
  const editor = useEditor();
  const tool = useValue(editor.tool);
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const shapes = shapesLike(wanted);
  const others = [...otherTools, 'icon', 'video'].filter((name) =>
    titleOf(name).toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const choose = (name: string): void => {
    editor.run(`tool-${name}`);
    setOpen(false);
    setWanted('');
    editor.canvas.focus();
  };
  const [first] = [...shapes.map((kind) => `shape:${kind}`), ...others];
  return (
    <Popover
      title={canvasTexts.shapes}
      side="right"
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label={canvasTexts.shapes} side="right" icon={<Shapes />} pressed={isOpen} />}
    >
      <form
        className={css['picker']}
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined) choose(first);
        }}
      >
        <TextField
          label={canvasTexts.searchShapes}
          labelUnseen
          placeholder={canvasTexts.searchShapes}
          value={wanted}
          onChange={setWanted}
        />
        {first === undefined && <p className={css['none']}>{canvasTexts.noMatchingShapes}</p>}
        <ShapeGrid
          kinds={shapes}
          chosen={tool.name.replace(/^shape:/, '')}
          size="lg"
          onChoose={(kind) => choose(`shape:${kind}`)}
        />
        {others.length > 0 && (
          <ul className={css['others']}>
            {others.map((name) => (
              <li key={name}>
                <button type="button" className={css['other']} onClick={() => choose(name)}>
                  {titleOf(name)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </form>
    </Popover>
  );
}
