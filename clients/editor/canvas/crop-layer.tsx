/**
 * crop-layer: the image that is being cropped, over the canvas: the whole image, dark outside of what is kept, with handles at the
 * sides and corners of the crop and a bar with buttons.
 */
import { useLayoutEffect, useRef, useState } from 'react';

import type { Element, Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { type Cropping, cropped, uncropped } from '../changes/cropping.ts';
import { cornersOf, turnedAbout, turnOf } from '../changes/turned.ts';
import type { LoadedImages } from '../scene/loaded-images.ts';
import { imageAddress } from '../state/begin-crop.ts';
import { elementTitle } from '../state/describe-selection.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { cropTexts as texts } from '../strings/crop.ts';
import { Button } from '../ui/button.tsx';
import { toolbarProps } from '../ui/toolbar-keys.ts';
import css from './crop-layer.module.css';
import { barAttribute, cancelCrop, cropHandles, endCrop, handleAttribute, useCropping } from './use-cropping.ts';
import { useTabChanges } from './use-tab-changes.ts';
import { type View, windowPoint } from './window-place.ts';

/** `images`: those of a page without a cookie. */
export function CropLayer({ images }: { readonly images?: LoadedImages | undefined }) {
  const editor = useEditor();
  useTabChanges(editor.tab);
  const crop = useValue(editor.canvas.crop);
  if (crop === null || editor.tab.view.get(crop.image.id) === undefined) return null;
  const address = images === undefined ? imageAddress(crop.image.imageId) : images.get(crop.image.imageId);
  return <Layer key={crop.image.id} editor={editor} crop={crop} address={address} />;
}

type Props = { readonly editor: Editor; readonly crop: Cropping; readonly address: string | null };

function Layer({ editor, crop, address }: Props) {
  const view = useValue(editor.viewport);
  const layer = useRef<HTMLDivElement>(null);
  const [first] = useState(crop);
  useCropping(editor, layer, first);
  useLayoutEffect(() => {
    // Arrows follow; the image itself is drawn here.
    const shown: Element = { ...cropped(crop), opacity: 0 };
    editor.scene.get()?.preview(new Map([[shown.id, shown]]));
  }, [editor, crop]);
  return (
    <div
      ref={layer}
      className={css['layer']}
      role="application"
      tabIndex={0}
      aria-label={texts.cropOf(elementTitle(crop.image))}
      aria-describedby="crop-keys"
    >
      <Picture crop={crop} address={address} view={view} />
      {Object.entries(cropHandles).map(([name, { across, down }]) => (
        <button
          key={name}
          type="button"
          className={css['handle']}
          data-kind={across === 0 || down === 0 ? 'side' : 'corner'}
          aria-label={texts.sides[name as keyof typeof cropHandles]}
          {...{ [handleAttribute]: name }}
          style={handleStyle(crop, [across, down], view)}
        />
      ))}
      <Bar editor={editor} crop={crop} first={first} view={view} />
      <p id="crop-keys" className="unseen">
        {texts.keys}
      </p>
    </div>
  );
}

function Picture({ crop: { image, whole, kept, about }, address, view }: Omit<Props, 'editor'> & { readonly view: View }) {
  return (
    <svg className={css['picture']} aria-hidden="true">
      <g
        transform={`scale(${view.zoom}) translate(${-view.x} ${-view.y}) rotate(${turnOf(image)} ${about[0]} ${about[1]})`}
        opacity={image.opacity}
      >
        {address !== null && <image href={address} {...whole} preserveAspectRatio="none" />}
        <path className={css['outside']} fillRule="evenodd" d={`${outline(whole)}${outline(kept)}`} />
        <path className={css['thirds']} d={thirds(kept)} />
        <rect className={css['kept']} {...kept} />
      </g>
    </svg>
  );
}

const outline = ({ x, y, width, height }: Rect): string => `M${x} ${y}h${width}v${height}h${-width}z`;

const thirds = ({ x, y, width, height }: Rect): string =>
  [1 / 3, 2 / 3].map((share) => `M${x + width * share} ${y}v${height}M${x} ${y + height * share}h${width}`).join('');

/** The middle of a side or a corner, in the frame of the window. The mark in the handle points into the picture. */
function handleStyle({ image, kept, about }: Cropping, [across, down]: Point, view: View) {
  const at: Point = [kept.x + (kept.width * (1 + across)) / 2, kept.y + (kept.height * (1 + down)) / 2];
  const [left, top] = windowPoint(turnedAbout(at, about, turnOf(image)), view);
  const corner = Math.round((Math.atan2(down, across) * 180) / Math.PI) + (across !== 0 && down !== 0 ? 135 : 90);
  return { left, top, transform: `translate(-50%, -50%) rotate(${corner + turnOf(image)}deg)` };
}

function Bar({ editor, crop, first, view }: Omit<Props, 'address'> & { readonly first: Cropping; readonly view: View }) {
  const { width, height } = useValue(editor.viewport);
  const center: Point = [crop.about[0], crop.about[1]];
  const corners = cornersOf(crop.kept, 0).map((corner) => windowPoint(turnedAbout(corner, center, turnOf(crop.image)), view));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const left = Math.min(Math.max(middle, barPx.halfWidth), Math.max(barPx.halfWidth, width - barPx.halfWidth));
  const top = Math.max(barPx.edge, Math.min(Math.max(...ys) + barPx.below, height - barPx.height));
  return (
    <div className={css['bar']} {...{ [barAttribute]: '' }} {...toolbarProps(texts.crop)} style={{ left, top }}>
      <Button size="sm" kind="quiet" disabled={crop.kept === crop.whole} onClick={() => editor.canvas.crop.set(uncropped(crop))}>
        {texts.reset}
      </Button>
      <Button size="sm" kind="quiet" onClick={() => cancelCrop(editor)}>
        {texts.cancel}
      </Button>
      <Button size="sm" kind="primary" onClick={() => endCrop(editor, first)}>
        {texts.done}
      </Button>
    </div>
  );
}

/** Window pixels: the bar is below the crop, and within the window above the bars at its foot. */
const barPx = { halfWidth: 130, below: 22, edge: 12, height: 116 } as const;
