/**
 * read-excalidraw: reads an Excalidraw file as a diagram whose boxes have places: shapes with the texts that are bound to them, texts,
 * frames, images, arrows with their bindings, and lines.
 */
import { type FreeEnd, type Point, type Shape, sides } from '#schema/element.ts';
import { limits } from '#schema/limits.ts';
import { shapeKinds } from '#schema/shape-kinds.ts';
import type { Rect } from '#schema/tab.ts';

import { hullOf } from '../../tab/rect.ts';
import { usualAlignment } from '../../text/label-alignment.ts';
import { type CourseEnd, type Diagram, type DiagramEdge, type DiagramGroup, type DiagramNode, type ImportFault, isImportFault, Losses, type NodeFields } from '../diagram.ts'; // prettier-ignore
import { GroupNames } from '../group-names.ts';
import { isLink } from '../web-link.ts';
import { cropOf } from './excalidraw-crop.ts';
import { alignmentIn, fontOf, headsOf, looksOf, ownKey } from './excalidraw-looks.ts';
import { type ExcalidrawScene, type SceneElement, sceneOf } from './excalidraw-scene.ts';

export function readExcalidraw(text: string, spend: (units: number) => boolean): Diagram | ImportFault | null {
  const scene = sceneOf(text);
  if (isImportFault(scene)) return scene;
  return spend(scene.elements.length) ? new SceneReader(scene).read() : null;
}

class SceneReader {
  readonly #scene: ExcalidrawScene;
  readonly #losses = new Losses();
  readonly #groupNames = new GroupNames(this.#losses);
  readonly #nodes: DiagramNode[] = [];
  readonly #groups: DiagramGroup[] = [];
  readonly #edges: DiagramEdge[] = [];
  /** The text within a shape or on an arrow. */
  readonly #bound = new Map<string, SceneElement>();

  constructor(scene: ExcalidrawScene) {
    this.#scene = scene;
    for (const element of scene.elements) {
      const container = element.type === 'text' ? element.text('containerId') : null;
      if (container !== null && holdsText.has(scene.byId.get(container)?.type ?? '') && !this.#bound.has(container))
        this.#bound.set(container, element);
    }
  }

  read(): Diagram {
    for (const [rank, element] of this.#scene.elements.entries()) this.#readElement(element, rank);
    const [nodes, groups, edges] = [this.#grouped(this.#nodes), this.#grouped(this.#groups), this.#grouped(this.#edges)];
    this.#losses.listTallies();
    return { style: 'flow', direction: 'right', nodes, groups, edges, losses: this.#losses, isPlaced: true };
  }

  #grouped<T extends { readonly id: string; readonly fields: object }>(parts: readonly T[]): T[] {
    return parts.map((part) => {
      const group = this.#groupNames.pathOf(part.id, this.#scene.byId.get(part.id)?.groups ?? []);
      return group === undefined ? part : { ...part, fields: { ...part.fields, group } };
    });
  }

  #readElement(element: SceneElement, rank: number): void {
    const { id, type } = element;
    switch (type) {
      case 'rectangle':
      case 'ellipse':
      case 'diamond':
        return this.#addNode(element, rank, this.#kindOf(element), this.#labelFields(element));
      case 'text':
        if (this.#bound.get(element.text('containerId') ?? '') === element) return undefined;
        return this.#addText(element, rank);
      case 'frame':
      case 'magicframe':
        this.#groups.push({ id, label: element.text('name') ?? '', fields: {}, parent: null, direction: null, spot: { rect: rectOf(element), rank } }); // prettier-ignore
        return undefined;
      case 'image':
        return this.#addImage(element, rank);
      case 'freedraw':
      case 'draw':
        return this.#addStroke(element, rank);
      case 'line':
        return element.points.length > 2 ? this.#addStroke(element, rank) : this.#addArrow(element);
      case 'arrow':
        return this.#addArrow(element);
      case 'embeddable':
      case 'iframe':
        return this.#addNode(element, rank, isLink(element.text('link') ?? '') ? 'link-card' : 'square', {});
      default:
        this.#losses.drop(id, `an element of type ${type.slice(0, 40)}`, 'there is nothing like it');
        return undefined;
    }
  }

  #kindOf(element: SceneElement): Shape['shape'] {
    const own = element.textIn('customData', ownKey);
    const kind = shapeKinds.find((one) => one === own && one !== 'plan-board' && one !== 'plan-sheet' && one !== 'icon');
    if (kind !== undefined) return kind;
    if (element.type === 'diamond') return 'diamond';
    const { width, height } = rectOf(element);
    if (element.type === 'ellipse') return width === height ? 'circle' : 'ellipse';
    return element.isSet('roundness') ? 'rounded' : 'square';
  }

  #labelFields(element: SceneElement): NodeFields {
    const text = this.#bound.get(element.id);
    if (text === undefined) return {};
    const { stroke } = looksOf(text, new Losses());
    const kind = this.#kindOf(element);
    const aligned = kind === 'class' || kind === 'entity' ? {} : alignmentIn(text, usualAlignment('shape'));
    return { ...fontOf(text), ...aligned, ...(stroke !== undefined && { textColor: stroke }) };
  }

  #addNode(element: SceneElement, rank: number, kind: DiagramNode['kind'], fields: NodeFields): void {
    const link = element.text('link');
    if (link !== null && link !== '' && !isLink(link)) this.#losses.tally(element.id, 'a link', 'it is no address of the web');
    const looks = kind === 'link-card' ? { url: link ?? '' } : { ...looksOf(element, this.#losses), ...(link !== null && isLink(link) && { link }) };
    this.#nodes.push({
      id: element.id,
      kind: element.textIn('customData', ownKey) === 'sticky' ? 'sticky' : kind,
      label: textOf(this.#bound.get(element.id)),
      fields: { ...looks, ...fields },
      parent: this.#frameOf(element),
      spot: { rect: rectOf(element), rank },
    });
  } // prettier-ignore

  #addText(element: SceneElement, rank: number): void {
    const { stroke, fill: _fill, border: _border, strokeWidth: _width, ...looks } = looksOf(element, new Losses());
    const fields = {
      ...looks,
      ...fontOf(element),
      ...alignmentIn(element, usualAlignment('text')),
      ...(stroke !== undefined && { textColor: stroke }),
    };
    this.#nodes.push({ id: element.id, kind: 'text', label: textOf(element), fields, parent: this.#frameOf(element), spot: { rect: rectOf(element), rank } }); // prettier-ignore
  }

  #addImage(element: SceneElement, rank: number): void {
    const data = this.#scene.files.get(element.text('fileId') ?? '') ?? '';
    const imageId = /^img_[a-z0-9]{16,40}$/.test(data) ? data : null;
    if (imageId === null) this.#losses.tally(element.id, 'an image', 'it became a box');
    const { fill: _fill, stroke: _stroke, strokeWidth: _width, ...looks } = looksOf(element, new Losses());
    this.#nodes.push({
      id: element.id,
      kind: imageId === null ? 'square' : 'image',
      label: '',
      fields: { ...looks, ...(imageId !== null && { imageId, ...cropOf(element) }) },
      parent: this.#frameOf(element),
      spot: { rect: rectOf(element), rank },
    });
  }

  #addStroke(element: SceneElement, rank: number): void {
    const all = element.points;
    const hull = hullOf(all.map(([x, y]) => ({ x, y, width: 0, height: 0 })));
    if (hull === null) return this.#losses.drop(element.id, 'a line', 'it has no points');
    const { stroke, opacity, fill, border } = looksOf(element, this.#losses);
    if (fill !== undefined && fill !== 'none') this.#losses.tally(element.id, 'the fill of a line', 'lines have none');
    if (border !== undefined) this.#losses.tally(element.id, `strokeStyle=${border}`, 'freehand lines are solid');
    const step = Math.ceil(all.length / limits.strokePoints);
    const points = all.filter((_, index) => index % step === 0).map(([x, y]): Point => [hundredths(x - hull.x), hundredths(y - hull.y)]); // prettier-ignore
    const thickness = Math.max(0.5, Math.min(100, element.number('strokeWidth', 2)));
    this.#nodes.push({
      id: element.id,
      kind: 'stroke',
      label: '',
      fields: { points, thickness, ...(stroke !== undefined && { stroke }), ...(opacity !== undefined && { opacity }) },
      parent: this.#frameOf(element),
      spot: { rect: placed({ ...hull, x: element.number('x', 0) + hull.x, y: element.number('y', 0) + hull.y }), rank },
    });
    return undefined;
  }

  #addArrow(element: SceneElement): void {
    const [x, y] = [element.number('x', 0), element.number('y', 0)];
    const route = element.points.map(([dx, dy]): Point => [hundredths(x + dx), hundredths(y + dy)]);
    const [first, last] = [route[0], route.at(-1)];
    if (first === undefined || last === undefined || route.length < 2)
      return this.#losses.drop(element.id, 'an arrow', 'it has no points');
    const from = this.#endOf(element, 'startBinding', first);
    const to = this.#endOf(element, 'endBinding', last);
    const isElbowed = element.isSet('elbowed');
    const text = this.#bound.get(element.id);
    const { stroke, border, strokeWidth, opacity } = looksOf(element, this.#losses);
    const link = element.text('link') ?? '';
    const { text: size, font: _ } = text === undefined ? { text: undefined, font: undefined } : fontOf(text);
    this.#edges.push({
      id: element.id,
      from: from.id,
      to: to.id,
      label: textOf(text),
      fields: {
        line: isElbowed ? 'angled' : route.length > 2 && element.isSet('roundness') ? 'curved' : 'straight',
        ...headsOf(element, this.#losses),
        ...(stroke !== undefined && { stroke }),
        ...(border !== undefined && { border }),
        ...(strokeWidth !== undefined && { strokeWidth }),
        ...(opacity !== undefined && { opacity }),
        ...(size !== undefined && size !== 'sm' && { text: size }),
        ...(isLink(link) && { link }),
      },
      course: { points: isElbowed ? [] : route.slice(1, -1).slice(0, limits.wayPoints), from: from.end, to: to.end },
    });
    return undefined;
  }

  /** A bound end is attached where it is nearest to the outline of its box. */
  #endOf(element: SceneElement, binding: string, [x, y]: Point): { readonly id: string; readonly end: CourseEnd } {
    const bound = this.#scene.byId.get(element.textIn(binding, 'elementId') ?? '');
    const free: FreeEnd = { x, y };
    if (bound === undefined || !isAttachable.has(bound.type)) return { id: '', end: free };
    const target = this.#bound.get(bound.text('containerId') ?? '') === bound ? (bound.text('containerId') ?? '') : bound.id;
    const own = this.#scene.isOwn ? ownEnd(element.textIn('customData', binding)) : null;
    if (own !== null) return { id: target, end: own };
    return { id: target, end: sideNearest(rectOf(this.#scene.byId.get(target) ?? bound), free) };
  }

  #frameOf(element: SceneElement): string | null {
    const frame = this.#scene.byId.get(element.text('frameId') ?? '');
    return frame?.type === 'frame' || frame?.type === 'magicframe' ? frame.id : null;
  }
}

const holdsText: ReadonlySet<string> = new Set(['rectangle', 'ellipse', 'diamond', 'arrow']);
const isAttachable: ReadonlySet<string> = new Set(['rectangle', 'ellipse', 'diamond', 'text', 'image', 'frame', 'magicframe', 'embeddable', 'iframe']); // prettier-ignore

/** Without the breaks that only its width makes. */
const textOf = (element: SceneElement | undefined): string =>
  (element?.text('originalText') ?? element?.text('text') ?? '').trim();

const hundredths = (value: number): number => Math.round(value * 100) / 100;
const placed = ({ x, y, width, height }: Rect): Rect => ({
  x: hundredths(x),
  y: hundredths(y),
  width: Math.max(1, hundredths(width)),
  height: Math.max(1, hundredths(height)),
});
const rectOf = (element: SceneElement): Rect =>
  placed({ x: element.number('x', 0), y: element.number('y', 0), width: Math.abs(element.number('width', 1)), height: Math.abs(element.number('height', 1)) }); // prettier-ignore

/** The end as an export of ours wrote it, such as `right 0.25`. */
function ownEnd(text: string | null): CourseEnd | null {
  const [, name, offset] = /^(top|right|bottom|left)(?: (0|1|0\.\d{1,6}))?$/.exec(text ?? '') ?? [];
  const side = sides.find((one) => one === name);
  return side === undefined ? null : { side, ...(offset !== undefined && { offset: Number(offset) }) };
}

function sideNearest(rect: Rect, { x, y }: FreeEnd): CourseEnd {
  const [across, down] = [(x - rect.x) / rect.width, (y - rect.y) / rect.height];
  const distances = [
    ['left', Math.abs(x - rect.x), down],
    ['right', Math.abs(x - rect.x - rect.width), down],
    ['top', Math.abs(y - rect.y), across],
    ['bottom', Math.abs(y - rect.y - rect.height), across],
  ] as const;
  const [side, , along] = distances.reduce((best, one) => (one[1] < best[1] ? one : best));
  const offset = hundredths(Math.max(0, Math.min(1, along)));
  // A corner is on two sides: it counts as left or right.
  if ((side === 'top' || side === 'bottom') && (offset === 0 || offset === 1))
    return { side: offset === 0 ? 'left' : 'right', offset: side === 'top' ? 0 : 1 };
  return { side, offset };
}
