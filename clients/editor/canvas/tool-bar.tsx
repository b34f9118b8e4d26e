/** tool-bar: the tools, with the options of the chosen one, at the left edge of the window, or at the bottom of a narrow one. */
import {
  ArrowUpRight,
  Circle,
  Diamond,
  Eraser,
  Frame,
  Hand,
  Highlighter,
  Image as Picture,
  Laser,
  MessageCircle,
  MousePointer2,
  PenLine,
  Sheet,
  Square,
  StickyNote,
  Type,
  type LucideIcon,
} from 'lucide-react';
import { type ReactNode, useRef } from 'react';

import { reaches } from '#schema/access.ts';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { barTools } from '../state/tools.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toolbarProps } from '../ui/toolbar-keys.ts';
import { useIsGuest } from '../api/guest.ts';
import { acceptedPictures } from '../clipboard/svg-file.ts';
import { placeImages } from '../clipboard/place-images.ts';
import { ArrowOptions } from './arrow-options.tsx';
import { InkOptions } from './ink-options.tsx';
import { ShapePicker } from './shape-picker.tsx';
import { pastePlace } from '../clipboard/take-drops.ts';
import css from './tool-bar.module.css';
import { canvasTexts } from '../strings/canvas.ts';

const icons: ReadonlyMap<string, LucideIcon> = new Map([
  ['select', MousePointer2],
  ['hand', Hand],
  ['sticky', StickyNote],
  ['text', Type],
  ['arrow', ArrowUpRight],
  ['frame', Frame],
  ['pen', PenLine],
  ['highlighter', Highlighter],
  ['eraser', Eraser],
  ['comment', MessageCircle],
  ['laser', Laser],
]);

/** Shapes with a button of their own. */
const shapes = [
  { tool: 'shape:square', title: canvasTexts.rectangle, key: 'R', icon: Square },
  { tool: 'shape:ellipse', title: canvasTexts.ellipse, key: 'O', icon: Circle },
  { tool: 'shape:diamond', title: canvasTexts.diamond, key: 'D', icon: Diamond },
] as const;

export function ToolBar() {
  return (
    <div className={css['tools']}>
      <Tools />
      <ArrowOptions />
      <InkOptions />
    </div>
  );
}

function Tools() {
  const editor = useEditor();
  const tool = useValue(editor.tool);
  const mayEdit = useValue(editor.mayEdit);
  const maySpeak = reaches(useValue(editor.session.level), 'participant');
  const button = (name: string, title: string, key: string, Icon: LucideIcon = Square): ReactNode => (
    <IconButton
      key={name}
      label={title}
      keys={key}
      side="right"
      icon={<Icon />}
      pressed={tool.name === name}
      onClick={() => editor.run(`tool-${name}`)}
      onDoubleClick={() => editor.tool.choose(name, true)}
    />
  );
  const shown = barTools.filter(({ writes, comments }) => (mayEdit || !writes) && (maySpeak || comments !== true));
  return (
    <div className={css['bar']} {...toolbarProps(canvasTexts.tools)} aria-orientation="vertical" data-tool-bar>
      {shown.slice(0, 2).map(({ tool: name, title, key }) => button(name, title, key, icons.get(name)))}
      {mayEdit && (
        <>
          <hr className={css['rule']} />
          {shapes.map(({ tool: name, title, key, icon }) => button(name, title, key, icon))}
          <ShapePicker />
          <hr className={css['rule']} />
        </>
      )}
      {shown.slice(2).map(({ tool: name, title, key }) => button(name, title, key, icons.get(name)))}
      {mayEdit && (
        <>
          <IconButton label={canvasTexts.sheet} side="right" icon={<Sheet />} onClick={() => editor.run('new-sheet')} />
          <PictureButton />
        </>
      )}
    </div>
  );
}

function PictureButton() {
  const editor = useEditor();
  const guest = useIsGuest(editor);
  const input = useRef<HTMLInputElement>(null);
  // Uploads belong to the gallery of a person.
  if (guest) return null;
  return (
    <>
      <IconButton label={canvasTexts.image} side="right" icon={<Picture />} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedPictures}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) void placeImages(editor, files, pastePlace(editor));
        }}
      />
    </>
  );
}
