/**
 * style-bar: the style of the selected elements, over them: the fields that their kinds have.
 *
 * The bar is hidden during gestures, while a text is being edited and while a box is offered at an arrow, and from those who may not edit.
 */
import { Columns3Cog, Ellipsis, LockKeyhole, Shapes, StickyNote } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

import type { Element } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import { isBoard } from '../board/boards-in.ts';
import { useTabChanges } from '../canvas/use-tab-changes.ts';
import { TabTheme } from '../scene/tab-theme.ts';
import { useDarkPage } from '../ui/dark-page.ts';
import { showsIcon } from '../icons/loaded-icons.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { extentOfSelection } from '../state/extent.ts';
import { arrowLineOf } from '../state/new-looks.ts';
import { useValue } from '../state/signal.ts';
import { isNarrow } from '../state/viewport.ts';
import { iconsTexts } from '../strings/icons.ts';
import { styleBarTexts } from '../strings/style-bar.ts';
import { setArrowLine } from '../tabs/arrow-line.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { toolbarProps } from '../ui/toolbar-keys.ts';
import { barPlace } from './bar-place.ts';
import { GeometryButton } from './geometry-button.tsx';
import { ImageControls } from './image-controls.tsx';
import { LinkButton } from './link-button.tsx';
import { moreEntries } from './more-entries.ts';
import { PopupSide, usePopupSide } from './popup-side.ts';
import { QuietSide } from './quiet-side.ts';
import { ShapeButton } from './shape-button.tsx';
import css from './style-bar.module.css';
import { ColorControls, LineControls, TextControls } from './style-controls.tsx';
import { StyleFields } from './style-fields.ts';
import { TextButton } from './text-button.tsx';

/** What the tools cover at the left, in window pixels (document/shell.css). */
const toolsPx = 56;

type Props = { readonly editor: Editor; readonly elements: readonly Element[] };

export function StyleBar() {
  const editor = useEditor();
  useTabChanges(editor.tab);
  const selected = useValue(editor.selection);
  const preview = useValue(editor.canvas.preview);
  const editing = useValue(editor.canvas.editing);
  const layout = useValue(editor.canvas.layout);
  const looseEnd = useValue(editor.canvas.looseEnd);
  const crop = useValue(editor.canvas.crop);
  const eyedropper = useValue(editor.canvas.eyedropper);
  const mayEdit = useValue(editor.mayEdit);
  const elements = [...selected].map((id) => editor.tab.view.get(id)).filter((element) => element !== undefined);
  const isElsewhere =
    preview !== null || editing !== null || layout !== null || looseEnd !== null || crop !== null || eyedropper !== null;
  if (!mayEdit || isElsewhere || elements.length === 0) return null;
  // Another selection finds another place.
  return <Bar key={[...selected].join(' ')} editor={editor} elements={elements} />;
}

function Bar({ editor, elements }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const extent = extentOfSelection(editor);
  const view = useValue(editor.viewport);
  const size = useSize(bar, extent !== null);
  useValue(editor.viewport.covered);
  const [pointer] = useState(() => pointerInWindow(editor));
  const [side] = useState(() => new QuietSide(editor));
  if (extent === null) return null;
  const corner = editor.viewport.toScreen(extent);
  const selection = { ...corner, width: extent.width * view.zoom, height: extent.height * view.zoom };
  const ground = { clear: editor.viewport.clearSize(), tools: isNarrow(view) ? 0 : toolsPx, pointer };
  const { left, top } = barPlace(selection, size, { ...ground, side: side.at(selection, size, ground) });
  return (
    <div
      ref={bar}
      className={css['bar']}
      {...toolbarProps(styleBarTexts.styleOfSelection)}
      onKeyDownCapture={(event) => returnFocus(event, editor)}
      data-style-bar
      style={{ transform: `translate(${left}px, ${top}px)` }}
    >
      {elements.every((element) => isFixed(element, editor)) ? (
        <LockedBar editor={editor} elements={elements} />
      ) : (
        <PopupSide value={top > selection.y ? 'bottom' : 'top'}>
          <Controls editor={editor} elements={elements} />
        </PopupSide>
      )}
    </div>
  );
}

/** Escape in the bar itself, not in what it opens, returns to the canvas. */
function returnFocus(event: KeyboardEvent<HTMLElement>, { canvas }: Editor): void {
  if (event.key !== 'Escape' || !(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  event.stopPropagation();
  canvas.focus();
}

const pointerInWindow = ({ canvas: { pointer }, viewport }: Editor) =>
  pointer === null ? null : viewport.toScreen({ x: pointer[0], y: pointer[1] });

/** The size of an element, which exists while it is shown. */
function useSize(host: RefObject<HTMLElement | null>, isShown: boolean): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const measure = (): void => setSize({ width: element.offsetWidth, height: element.offsetHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [host, isShown]);
  return size;
}

const isFixed = (element: Element, editor: Editor): boolean => isLocked(element, lockedLayersOf(editor.tab.view.settings));

/** The lock of a layer belongs to the layer: elements cannot be unlocked here. */
function LockedBar({ editor, elements }: Props) {
  if (elements.every(({ locked }) => locked !== true)) {
    return (
      <span className={css['locked']}>
        <LockKeyhole size={15} aria-hidden /> {styleBarTexts.layerIsLocked}
      </span>
    );
  }
  return (
    <button type="button" className={css['unlock']} onClick={() => editor.run('unlock')}>
      <LockKeyhole size={15} aria-hidden /> {styleBarTexts.unlock}
    </button>
  );
}

function Controls({ editor, elements }: Props) {
  const side = usePopupSide();
  const fields = new StyleFields(editor, elements);
  const { value, set } = fields;
  const settings = useValue(editor.tab.settings);
  useDarkPage();
  const theme = new TabTheme(editor.session.doc).themeNamed(settings.theme);
  return (
    <>
      {fields.has('shape') && <ShapeButton value={fields.option('shape', 'square')} onChoose={(shape) => set({ shape })} />}
      <ColorControls fields={fields} theme={theme} onPick={(target) => editor.canvas.eyedropper.set(target)} />
      <TextControls editor={editor} fields={fields} />
      <span className={css['rule']} aria-hidden="true" />
      <LineControls
        fields={fields}
        onReverse={() => editor.run('turn-arrows-round')}
        newLine={arrowLineOf(settings)}
        onNewLine={(line) => void setArrowLine(editor, line)}
      />
      {elements.length === 1 && isBoard(elements[0]) && (
        <IconButton
          size="sm"
          side={side}
          label={styleBarTexts.boardColumns}
          icon={<Columns3Cog />}
          onClick={() => editor.run('board-columns')}
        />
      )}
      {elements.some(showsIcon) && (
        <IconButton
          size="sm"
          side={side}
          label={iconsTexts.changeIcon}
          icon={<Shapes />}
          onClick={() => editor.run('change-icon')}
        />
      )}
      <GeometryButton editor={editor} fields={fields} isFixed={(box) => isFixed(box, editor)} />
      <LinkButton fields={fields.shared} onChange={set} />
      <ImageControls editor={editor} fields={fields} />
      <TextButton
        label={styleBarTexts.note}
        lines={6}
        maxLength={limits.noteCharacters}
        value={value('note')}
        icon={<StickyNote />}
        onChange={(note) => set({ note })}
      />
      <Menu
        side={side}
        align="end"
        trigger={<IconButton size="sm" side={side} label={styleBarTexts.more} icon={<Ellipsis />} />}
        items={moreEntries(editor, value, set)}
      />
    </>
  );
}
