/**
 * layers-panel: the layers of the shown tab, the topmost first: shown or hidden, renamed, moved, and given the selected elements.
 */
import { ArrowDown, ArrowUp, Eye, EyeOff, Lock, Plus, SquareStack, Trash2 } from 'lucide-react';

import { useState } from 'react';

import type { Edit } from '#schema/changeset.ts';
import { newElementSuffix } from '#schema/ids.ts';
import type { Layer } from '#schema/tab.ts';
import { applyEdits, setTab } from '#schema/ydoc/write.ts';

import { InPlaceName } from '../ui/in-place-name.tsx';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { useTabVersion } from '../people/use-tab-version.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { changedLayer, elementsOn, movedLayer, ontoLayer, withLayer, withoutLayer } from './layer-edits.ts';
import css from './layers-panel.module.css';
import { layersTexts } from '../strings/layers.ts';

export function LayersPanel() {
  const editor = useEditor();
  const { tab, selection, mayEdit } = editor;
  const { layers } = useValue(tab.settings);
  const selected = useValue(selection);
  const may = useValue(mayEdit);
  useTabVersion(tab);
  const add = (): void => {
    const next = withLayer(layers, `layer-${newElementSuffix()}`);
    if (next === null) editor.tell({ text: layersTexts.limitLayers, kind: 'failure' });
    else write(editor, next);
  };
  const put = (layer: string | null): void => write(editor, layers, ontoLayer(selected, layer, tab.view));
  return (
    <div className={css['panel']}>
      <ol className={css['layers']} aria-label={layersTexts.layersTopToBottom}>
        {layers.toReversed().map((layer) => (
          <LayerRow key={layer.id} layer={layer} editor={editor} mayEdit={may && !layer.locked} onPut={put} />
        ))}
        <li className={css['layer']}>
          <span className={css['name']}>{layersTexts.defaultLayer}</span>
          <PutButton layer={null} name="default layer" editor={editor} onPut={put} />
        </li>
      </ol>
      {may && (
        <Button icon={<Plus />} onClick={add}>
          {layersTexts.newLayer}
        </Button>
      )}
      <p className={css['hint']}>{layersTexts.newElementsHint}</p>
    </div>
  );
}

type RowProps = {
  readonly layer: Layer;
  readonly editor: Editor;
  readonly mayEdit: boolean;
  readonly onPut: (layer: string | null) => void;
};

function LayerRow({ layer: { id, name, hidden, locked }, editor, mayEdit, onPut }: RowProps) {
  const { tab, selection, announce } = editor;
  const { layers } = tab.settings.get();
  const on = elementsOn(id, tab.view);
  const change = (next: readonly Layer[], edits: readonly Edit[] = []): void => write(editor, next, edits);
  const [naming, setNaming] = useState(false);
  const rename = (next: string | null): void => {
    setNaming(false);
    if (next !== null) change(changedLayer(layers, id, { name: next }));
  };
  const hide = (): void => {
    change(changedLayer(layers, id, { hidden: !hidden }));
    announce(`${name} ${hidden ? 'shown' : 'hidden'}`);
  };
  return (
    <li className={css['layer']} data-hidden={hidden}>
      <IconButton
        size="sm"
        label={hidden ? layersTexts.show(name) : layersTexts.hide(name)}
        icon={hidden ? <EyeOff /> : <Eye />}
        disabled={!mayEdit}
        onClick={hide}
      />
      <span className={css['name']}>
        {naming ? (
          <InPlaceName label={layersTexts.nameOf(name)} name={name} className={css['naming']} onDone={rename} />
        ) : (
          <button type="button" className={css['rename']} disabled={!mayEdit} onClick={() => setNaming(true)}>
            {name}
          </button>
        )}
      </span>
      {locked && <Lock className={css['lock']} aria-label={layersTexts.locked} />}
      <button
        type="button"
        className={css['count']}
        onClick={() => selection.set(on)}
        aria-label={layersTexts.selectOn(on.length, name)}
      >
        {on.length}
      </button>
      <PutButton layer={id} name={name} editor={editor} onPut={onPut} />
      {mayEdit && (
        <>
          <IconButton
            size="sm"
            label={layersTexts.moveUp(name)}
            icon={<ArrowUp />}
            onClick={() => change(movedLayer(layers, id, 1))}
          />
          <IconButton
            size="sm"
            label={layersTexts.moveDown(name)}
            icon={<ArrowDown />}
            onClick={() => change(movedLayer(layers, id, -1))}
          />
          <IconButton
            size="sm"
            label={layersTexts.delete(name)}
            icon={<Trash2 />}
            onClick={() => change(withoutLayer(layers, id), ontoLayer(on, null, tab.view))}
          />
        </>
      )}
    </li>
  );
}

type PutProps = {
  readonly layer: string | null;
  readonly name: string;
  readonly editor: Editor;
  readonly onPut: (layer: string | null) => void;
};

function PutButton({ layer, name, editor, onPut }: PutProps) {
  const selected = useValue(editor.selection);
  const mayEdit = useValue(editor.mayEdit);
  const edits = mayEdit ? ontoLayer(selected, layer, editor.tab.view) : [];
  if (edits.length === 0) return null;
  return <IconButton size="sm" label={layersTexts.moveSelectionTo(name)} icon={<SquareStack />} onClick={() => onPut(layer)} />;
}

/** One undo step of the person's. */
function write({ session, tab }: Editor, layers: readonly Layer[], edits: readonly Edit[] = []): void {
  session.transact((doc) => {
    setTab(doc, tab.id, { layers });
    applyEdits(doc, tab.id, edits);
  });
}
