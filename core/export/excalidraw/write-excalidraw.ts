/** write-excalidraw: a tab, or some of its elements, as an Excalidraw file, whose `left out` lists what it does not say. */
import { type Arrow, type Box, type Image, isPinned, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';

import { shownPart } from '../../images/image-part.ts';
import { endHeadsOf } from '../../arrows/end-heads.ts';
import { labelRect, routeOf } from '../../drawing/drawn-routes.ts';
import {
  fontNumbers,
  hasHead,
  headNames,
  ownKey,
  sizeNumbers,
  usualStroke,
  usualWidth,
} from '../../import/excalidraw/excalidraw-looks.ts';
import { ownSource } from '../../import/excalidraw/excalidraw-scene.ts';
import { knownTextSize, lineHeight } from '../../text/sizes.ts';
import { labelBox } from '../../text/label-box.ts';
import { alignmentOf } from '../../text/label-alignment.ts';
import { lettered, tabFont } from '../../text/tab-font.ts';
import { labelLines } from '../../text/label-lines.ts';
import { groupsAround } from '../../tab/group-paths.ts';
import type { TabView } from '../../tab/view.ts';
import type { ExportOptions, TextExport } from '../drawio/write-drawio.ts';
import { hexColors } from '../exported-colors.ts';
import { ExportedElements } from '../exported-elements.ts';
import { fullLabel } from '../full-label.ts';

type Written = Readonly<Record<string, unknown>>;

export function writeExcalidraw(tab: TabView, ids: readonly string[] | null, options: ExportOptions): TextExport {
  const exported = new ExportedElements(tab, ids);
  const writer = new SceneWriter(exported, tab, options);
  for (const box of exported.boxes) writer.writeBox(box);
  for (const arrow of exported.arrows) writer.writeArrow(arrow);
  const { dropped } = exported;
  const file = {
    type: 'excalidraw',
    version: 2,
    source: ownSource,
    elements: writer.elements,
    appState: { viewBackgroundColor: options.theme.background },
    files: writer.files,
    ...(dropped.length > 0 && { 'left out': dropped.slice(0, 50) }),
  };
  return { text: `${JSON.stringify(file, null, 1)}\n`, dropped };
}

class SceneWriter {
  readonly elements: Written[] = [];
  readonly files: Record<string, Written> = {};
  readonly #exported: ExportedElements;
  readonly #tab: TabView;
  readonly #options: ExportOptions;
  /** Boxes that are left out. */
  readonly #missing = new Set<string>();

  constructor(exported: ExportedElements, tab: TabView, options: ExportOptions) {
    this.#exported = exported;
    this.#tab = tab;
    this.#options = options;
  }

  writeBox(box: Box): void {
    const form = this.#formOf(box);
    if (form === null) {
      this.#exported.drop(box, 'Excalidraw has nothing like it');
      this.#missing.add(box.id);
      return;
    }
    if (box.note !== undefined && fullLabel(box) === (box.label ?? '')) this.#exported.drop(box, 'its note');
    const label = form['type'] === 'text' || form['type'] === 'frame' || form['type'] === 'image' ? '' : labelOf(box);
    const bound = label === '' ? [] : [{ type: 'text', id: `${box.id} label` }];
    this.elements.push({ ...this.#base(box, box), ...form, boundElements: bound });
    if (label !== '') this.#writeLabel(box, label, labelBox(box), box.id);
  }

  #formOf(box: Box): Written | null {
    switch (box.type) {
      case 'shape':
        return this.#shape(box);
      case 'text':
        return this.#textFields(box, box.label ?? '', null);
      case 'frame':
        return { type: 'frame', name: box.label ?? '' };
      case 'lane':
        this.#exported.drop(box, 'it became a frame');
        return { type: 'frame', name: box.label ?? '' };
      case 'sticky': {
        const fill = hexColors(box, this.#options.theme).fill ?? '#fff3bf';
        return { type: 'rectangle', backgroundColor: fill, customData: { [ownKey]: 'sticky' } };
      }
      case 'image':
        return this.#image(box);
      case 'stroke':
        return {
          type: box.points.length > 2 ? 'line' : 'freedraw',
          points: box.points,
          strokeWidth: box.thickness ?? 2,
          roundness: { type: 2 },
        };
      case 'link-card':
        return { type: 'embeddable', link: box.url ?? box.link ?? null };
      case 'table':
      case 'annotation':
        this.#exported.drop(box, 'it became a rectangle');
        return { type: 'rectangle' };
      case 'video':
        return null;
    }
  }

  #shape(box: Extract<Box, { type: 'shape' }>): Written | null {
    const { shape } = box;
    if (shape === 'plan-board' || shape === 'plan-sheet') return null;
    const native = natives.get(shape);
    if (native === undefined || (shape === 'ellipse' && box.width === box.height)) {
      if (native === undefined) this.#exported.drop(box, 'it became a rectangle');
      return { ...(native ?? { type: 'rectangle' }), customData: { [ownKey]: shape } };
    }
    return native;
  }

  #image(box: Image): Written | null {
    const { imageId, naturalWidth, naturalHeight } = box;
    const data = this.#options.image(imageId);
    if (data === null) return null;
    const mimeType = /^data:([^;,]+)/.exec(data)?.[1] ?? 'image/png';
    this.files[imageId] = { id: imageId, mimeType, dataURL: data, created: 1 };
    const written = { type: 'image', fileId: imageId, status: 'saved', scale: [1, 1] };
    if (box.crop === undefined) return written;
    if (naturalWidth === undefined || naturalHeight === undefined) {
      this.#exported.drop(box, 'its crop: the size of the image is not known');
      return written;
    }
    const { left, top, right, bottom } = shownPart(box);
    const [width, height] = [naturalWidth * (1 - left - right), naturalHeight * (1 - top - bottom)];
    return { ...written, crop: { x: naturalWidth * left, y: naturalHeight * top, width, height, naturalWidth, naturalHeight } };
  }

  writeArrow(arrow: Arrow): void {
    const [isStartMissing, isEndMissing] = [arrow.from, arrow.to].map((end) => isPinned(end) && (this.#missing.has(end.element) || !this.#exported.has(end.element))); // prettier-ignore
    const route = routeOf(arrow, this.#tab);
    const [first] = route;
    if (isStartMissing === true || isEndMissing === true || first === undefined) {
      this.#exported.drop(arrow, 'an end is attached to what is left out');
      return;
    }
    const heads = endHeadsOf(arrow.heads);
    if (!heads.every(hasHead)) this.#exported.drop(arrow, 'its heads became the nearest ones');
    const isCurved = arrow.line === 'curved';
    const way = isCurved ? [first, ...(arrow.points ?? []), route.at(-1) ?? first] : route;
    const label = arrow.label ?? '';
    const bounds = boundsOf(way);
    this.elements.push({
      ...this.#base(arrow, { ...bounds, x: first[0], y: first[1] }),
      type: 'arrow',
      points: way.map(([x, y]): Point => [x - first[0], y - first[1]]),
      startBinding: bindingOf(arrow.from),
      endBinding: bindingOf(arrow.to),
      startArrowhead: headNames[heads[0]],
      endArrowhead: headNames[heads[1]],
      customData: { startBinding: endText(arrow.from), endBinding: endText(arrow.to) },
      elbowed: arrow.line === 'angled',
      roundness: isCurved ? { type: 2 } : null,
      boundElements: label === '' ? [] : [{ type: 'text', id: `${arrow.id} label` }],
    });
    if (label !== '') this.#writeLabel(arrow, label, labelRect(arrow, this.#tab) ?? bounds, arrow.id);
  }

  #writeLabel(of: Box | Arrow, label: string, rect: Rect, containerId: string): void {
    this.elements.push({
      ...this.#base({ ...of, id: `${of.id} label` }, rect),
      ...this.#textFields(of, label, containerId),
      angle: 0,
      textAlign: alignmentOf(of).across,
      verticalAlign: alignmentOf(of).down,
    });
  }

  #textFields(of: Box | Arrow, label: string, containerId: string | null): Written {
    if (of.bold === true || of.italic === true || of.strike === true) this.#exported.drop(of, 'its text is plain');
    const { text } = hexColors(of, this.#options.theme);
    const size = knownTextSize(of);
    const fontSize =
      size === 'scale' && of.type !== 'arrow'
        ? labelLines(lettered(of, tabFont(this.#tab.settings))).sizePx
        : typeof size === 'number'
          ? size
          : sizeNumbers[size === 'scale' ? 'sm' : size];
    return {
      type: 'text',
      text: label,
      originalText: label,
      fontSize,
      fontFamily: fontNumbers[of.font ?? tabFont(this.#tab.settings)],
      lineHeight: lineHeight(fontSize) / fontSize,
      textAlign: alignmentOf(of).across,
      verticalAlign: alignmentOf(of).down,
      autoResize: containerId !== null,
      containerId,
      strokeColor: text === null || text === 'none' ? usualStroke : text,
      backgroundColor: 'transparent',
      strokeStyle: 'solid',
      link: null,
    };
  }

  #base(element: Box | Arrow, { x, y, width, height }: Rect): Written {
    const { fill, stroke } = hexColors(element, this.#options.theme);
    const frame = element.type === 'arrow' ? null : this.#exported.parentOf(element.id);
    const isOutlined = element.type === 'shape' || element.type === 'table' || element.type === 'sticky';
    return {
      id: element.id,
      x,
      y,
      width,
      height,
      angle: (('rotation' in element ? (element.rotation ?? 0) : 0) * Math.PI) / 180,
      strokeColor: stroke === null ? usualStroke : stroke === 'none' ? 'transparent' : stroke,
      backgroundColor: fill === null && isOutlined ? this.#options.theme.palette.neutral.fill : fill === null || fill === 'none' ? 'transparent' : fill,
      fillStyle: 'solid',
      strokeWidth: ('strokeWidth' in element ? element.strokeWidth : undefined) ?? usualWidth,
      strokeStyle: element.border === 'dashed' || element.border === 'dotted' ? element.border : 'solid',
      roughness: this.#tab.settings.look === 'hand-drawn' ? 1 : 0,
      opacity: Math.round((element.opacity ?? 1) * 100),
      groupIds: groupsAround(element.group).toReversed(),
      frameId: frame?.type === 'frame' || frame?.type === 'lane' ? frame.id : null,
      roundness: null,
      seed: 1,
      version: 1,
      versionNonce: 1,
      isDeleted: false,
      boundElements: [],
      updated: 1,
      link: element.link ?? null,
      locked: false,
    };
  } // prettier-ignore
}

const natives: ReadonlyMap<string, Written> = new Map<string, Written>([
  ['square', { type: 'rectangle' }], ['rounded', { type: 'rectangle', roundness: { type: 3 } }], ['ellipse', { type: 'ellipse' }],
  ['circle', { type: 'ellipse' }], ['diamond', { type: 'diamond' }],
]); // prettier-ignore

const bindingOf = (end: Arrow['from']): Written | null => (isPinned(end) ? { elementId: end.element, focus: 0, gap: 0 } : null);

/** What a binding does not say: the place on the outline. */
const endText = (end: Arrow['from']): string | null =>
  isPinned(end) && end.side !== undefined ? [end.side, ...(end.offset === undefined ? [] : [Math.round(end.offset * 1e6) / 1e6])].join(' ') : null; // prettier-ignore

/** A class has its lines in its label, and a table its cells. */
function labelOf(box: Box): string {
  const label = fullLabel(box);
  if (box.type === 'shape' && box.sections !== undefined) return [label, ...box.sections.flat()].join('\n');
  return box.type === 'table' ? [label, ...[box.columns, ...box.rows].map((row) => row.join(' | '))].join('\n').trim() : label;
}

function boundsOf(points: readonly Point[]): Rect {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
