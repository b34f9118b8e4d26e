/**
 * style-bar: how the selected elements look, over them: only what their kinds have.
 *
 * B1  It stands above the selection, below it where there is no room, and always inside the window.
 * B2  It is away while somebody drags or writes, and for those who may not edit.
 * B3  What is chosen for one kind is what the next new element of that kind begins with.
 */
import { ArrowLeftRight, Columns3Cog, Ellipsis, LockKeyhole, StickyNote } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';

import { arrowHeads, borders, type Element, fonts, lineStyles, textSizes } from '#schema/element.ts';

import { isLocked, lockedLayersOf } from '#core/tab/locks.ts';

import { isBoard } from '../board/boards-in.ts';
import { keepFocus, moveFocus } from '../ui/toolbar-keys.ts';
import { useTabChanges } from '../canvas/use-tab-changes.ts';
import { writeChange } from '../changes/write-change.ts';
import { type FieldValues, setFields } from '../changes/set-fields.ts';
import { extentOfSelection } from '../state/extent.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { TabTheme } from '../scene/tab-theme.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { BorderGlyph, HeadsGlyph, LineGlyph } from './line-glyphs.tsx';
import { ChoiceButton } from './choice-button.tsx';
import { ColourButton } from './colour-button.tsx';
import { LinkButton } from './link-button.tsx';
import { moreEntries } from './more-entries.ts';
import { NoteButton } from './note-button.tsx';
import { rememberLooks } from './remember-looks.ts';
import { ShapeButton } from './shape-button.tsx';
import { mixedValues, sharedFields, type SharedValue, type StyleField } from './shared-fields.ts';
import css from './style-bar.module.css';
import { styleBarTexts } from '../strings/style-bar.ts';

const gapPx = 44;
const edgePx = 8;
/** The canvas begins below the bar of the document. */
const topBarPx = 8;

export function StyleBar() {
  const editor = useEditor();
  useTabChanges(editor.tab);
  const selected = useValue(editor.selection);
  const shown = useValue(editor.canvas.preview);
  const editing = useValue(editor.canvas.editing);
  const mayEdit = useValue(editor.mayEdit);
  const elements = [...selected].map((id) => editor.tab.view.get(id)).filter((element) => element !== undefined);
  if (!mayEdit || shown !== null || editing !== null || elements.length === 0) return null;
  return <Bar editor={editor} elements={elements} />;
}

function Bar({ editor, elements }: { readonly editor: Editor; readonly elements: readonly Element[] }) {
  const bar = useRef<HTMLDivElement>(null);
  const extent = extentOfSelection(editor);
  const hasExtent = extent !== null;
  const view = useValue(editor.viewport);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const measure = (): void => setSize({ width: element.offsetWidth, height: element.offsetHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasExtent]);
  if (extent === null) return null;
  const corner = editor.viewport.toScreen(extent);
  const [wide, high] = [extent.width * view.zoom, extent.height * view.zoom];
  const above = corner.y - gapPx - size.height;
  const top = above >= topBarPx ? above : Math.min(view.height - size.height - edgePx, corner.y + high + gapPx);
  const left = Math.max(edgePx, Math.min(view.width - size.width - edgePx, corner.x + wide / 2 - size.width / 2));
  return (
    <div
      ref={bar}
      className={css['bar']}
      role="toolbar"
      tabIndex={-1}
      aria-label={styleBarTexts.styleOfSelection}
      onMouseDown={keepFocus}
      onKeyDown={moveFocus}
      style={{ transform: `translate(${Math.round(left)}px, ${Math.round(Math.max(topBarPx, top))}px)` }}
    >
      {elements.every((element) => isFixed(element, editor)) ? (
        <LockedBar editor={editor} elements={elements} />
      ) : (
        <Fields editor={editor} elements={elements} />
      )}
    </div>
  );
}

const isFixed = (element: Element, editor: Editor): boolean => isLocked(element, lockedLayersOf(editor.tab.view.settings));

/** A lock of the layer is the layer's own: nothing that is done to an element opens it. */
function LockedBar({ editor, elements }: { readonly editor: Editor; readonly elements: readonly Element[] }) {
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

function Fields({ editor, elements }: { readonly editor: Editor; readonly elements: readonly Element[] }) {
  const fields = sharedFields(elements);
  const theme = new TabTheme(editor.session.doc).themeNamed(editor.tab.view.settings.theme);
  const set = (values: FieldValues, joins?: string): void => {
    if (!writeChange(editor, setFields(editor.selection.get(), values), joins === undefined ? {} : { joins })) return;
    rememberLooks(editor, elements, values);
  };
  const has = (name: StyleField): boolean => fields.has(name);
  const value = (name: StyleField): SharedValue => fields.get(name) ?? null;
  const chosen = (name: StyleField, usual: string): string => {
    const now = value(name);
    return now === null ? usual : typeof now === 'string' ? now : '';
  };
  return (
    <>
      {has('shape') && <ShapeButton value={chosen('shape', 'square')} onChoose={(shape) => set({ shape })} />}
      {has('color') && (
        <ColourButton
          kind="sticky"
          label={styleBarTexts.paper}
          value={value('color')}
          theme={theme}
          onChoose={(color) => set({ color: color ?? 'yellow' })}
        />
      )}
      {has('fill') && (
        <ColourButton
          kind="fill"
          label={styleBarTexts.fill}
          value={value('fill')}
          theme={theme}
          onChoose={(fill, joins) => set({ fill }, joins)}
        />
      )}
      {has('stroke') && (
        <ColourButton
          kind="stroke"
          label={styleBarTexts.strokeColor}
          value={value('stroke')}
          theme={theme}
          onChoose={(stroke, joins) => set({ stroke }, joins)}
        />
      )}
      {has('textColor') && (
        <ColourButton
          kind="text"
          label={styleBarTexts.textColor}
          value={value('textColor')}
          theme={theme}
          onChoose={(textColor, joins) => set({ textColor }, joins)}
        />
      )}
      {has('text') && (
        <ChoiceButton
          label={styleBarTexts.textSize}
          value={chosen('text', elements.every(({ type }) => type === 'arrow') ? 'sm' : 'md')}
          options={textSizes}
          titles={sizeTitles}
          onChoose={(text) => set({ text })}
        />
      )}
      {has('font') && (
        <ChoiceButton
          label={styleBarTexts.font}
          value={chosen('font', 'sans')}
          options={fonts}
          titles={fontTitles}
          onChoose={(font) => set({ font })}
        />
      )}
      <Rule />
      {has('border') && (
        <ChoiceButton
          label={styleBarTexts.strokeStyle}
          value={chosen('border', 'solid')}
          options={borders}
          glyph={(border) => <BorderGlyph border={border} />}
          titles={borderTitles}
          onChoose={(border) => set({ border })}
        />
      )}
      {has('line') && (
        <ChoiceButton
          label={styleBarTexts.connectorType}
          value={chosen('line', 'straight')}
          options={lineStyles}
          glyph={(line) => <LineGlyph line={line} />}
          titles={lineTitles}
          onChoose={(line) => set({ line })}
        />
      )}
      {has('heads') && (
        <ChoiceButton
          label={styleBarTexts.arrowheads}
          value={chosen('heads', 'end')}
          options={arrowHeads}
          glyph={(heads) => <HeadsGlyph heads={heads} />}
          titles={headTitles}
          onChoose={(heads) => set({ heads })}
        />
      )}
      {has('heads') && (
        <IconButton
          size="sm"
          side="top"
          label={styleBarTexts.reverseArrow}
          icon={<ArrowLeftRight />}
          onClick={() => editor.run('turn-arrows-round')}
        />
      )}
      {has('thickness') && (
        <ChoiceButton
          label={styleBarTexts.strokeWidth}
          value={String(thicknessOf(value('thickness')))}
          options={thicknesses}
          titles={thicknessTitles}
          onChoose={(thickness) => set({ thickness: Number(thickness) })}
        />
      )}
      {has('direction') && (
        <ChoiceButton
          label={styleBarTexts.orientation}
          value={chosen('direction', 'right')}
          options={['right', 'down']}
          titles={directionTitles}
          onChoose={(direction) => set({ direction })}
        />
      )}
      {elements.length === 1 && isBoard(elements[0]) && (
        <IconButton
          size="sm"
          side="top"
          label={styleBarTexts.boardColumns}
          icon={<Columns3Cog />}
          onClick={() => editor.run('board-columns')}
        />
      )}
      <LinkButton fields={fields} onChange={set} />
      <NoteButton value={value('note')} icon={<StickyNote />} onChange={(note) => set({ note })} />
      <Menu
        side="top"
        align="end"
        trigger={<IconButton size="sm" side="top" label={styleBarTexts.more} icon={<Ellipsis />} />}
        items={moreEntries(editor, value, set)}
      />
    </>
  );
}

const Rule = () => <span className={css['rule']} aria-hidden="true" />;

const sizeTitles = {
  sm: styleBarTexts.small,
  md: styleBarTexts.medium,
  lg: styleBarTexts.large,
  scale: styleBarTexts.autoFit,
} as const;
const fontTitles = {
  sans: styleBarTexts.sans,
  serif: styleBarTexts.serif,
  mono: styleBarTexts.mono,
  hand: styleBarTexts.handwritten,
} as const;
const borderTitles = {
  solid: styleBarTexts.solid,
  dashed: styleBarTexts.dashed,
  dotted: styleBarTexts.dotted,
  none: styleBarTexts.none,
} as const;
const lineTitles = { straight: styleBarTexts.straight, angled: styleBarTexts.elbow, curved: styleBarTexts.curved } as const;
const headTitles = {
  end: styleBarTexts.end,
  start: styleBarTexts.start,
  both: styleBarTexts.both,
  none: styleBarTexts.none,
} as const;
const directionTitles = { right: styleBarTexts.horizontal, down: styleBarTexts.vertical } as const;
const thicknesses = ['1.5', '3', '6', '12'] as const;
const thicknessTitles = {
  '1.5': styleBarTexts.thin,
  '3': styleBarTexts.medium,
  '6': styleBarTexts.thick,
  '12': styleBarTexts.highlighter,
} as const;

const thicknessOf = (value: SharedValue): number => (typeof value === 'number' ? value : value === mixedValues ? 0 : 3);
