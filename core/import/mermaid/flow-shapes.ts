/** flow-shapes: the shapes of nodes in flowcharts, by their brackets and by their names, and the kinds that they become. */
import type { ShapeKind } from '#schema/shape-kinds.ts';

/** `same`: the kind says what the shape does. */
export type FlowShape = { readonly kind: ShapeKind; readonly same: boolean };

const same = (kind: ShapeKind): FlowShape => ({ kind, same: true });
const near = (kind: ShapeKind): FlowShape => ({ kind, same: false });

/** By the opening bracket, longer ones first, with what closes it. */
export const brackets: readonly (readonly [open: string, close: string, shape: FlowShape])[] = [
  ['(((', ')))', near('circle')],
  ['((', '))', same('circle')],
  ['([', '])', same('stadium')],
  ['(-', '-)', same('ellipse')],
  ['(', ')', same('rounded')],
  ['[[', ']]', near('square')],
  ['[(', ')]', same('cylinder')],
  ['[/', '/]', same('parallelogram')],
  ['[\\', '\\]', near('parallelogram')],
  ['[', ']', same('square')],
  ['{{', '}}', same('hexagon')],
  ['{', '}', same('diamond')],
  ['>', ']', near('block-arrow')],
];

/** `[/…\]` and `[\…/]`, which begin like parallelograms. */
export const slanted: ReadonlyMap<string, FlowShape> = new Map([
  ['[/ /]', same('parallelogram')],
  ['[\\ \\]', near('parallelogram')],
  ['[/ \\]', same('trapezoid')],
  ['[\\ /]', near('trapezoid')],
]);

/** By their names and short names, as `@{ shape: … }` says them. */
export const namedShapes: ReadonlyMap<string, FlowShape> = new Map<string, FlowShape>([
  ...each(same('square'), 'rect', 'rectangle', 'proc', 'process', 'squareRect'),
  ...each(same('rounded'), 'rounded', 'event', 'roundedRect'),
  ...each(same('stadium'), 'stadium', 'terminal', 'pill'),
  ...each(near('square'), 'fr-rect', 'framed-rectangle', 'subproc', 'subprocess', 'subroutine'),
  ...each(same('cylinder'), 'cyl', 'cylinder', 'database', 'db'),
  ...each(same('circle'), 'circle', 'circ'),
  ...each(near('block-arrow'), 'odd'),
  ...each(same('diamond'), 'diam', 'diamond', 'decision', 'question'),
  ...each(same('hexagon'), 'hex', 'hexagon', 'prepare'),
  ...each(same('parallelogram'), 'lean-r', 'lean-right', 'in-out'),
  ...each(near('parallelogram'), 'lean-l', 'lean-left', 'out-in'),
  ...each(same('trapezoid'), 'trap-b', 'trapezoid', 'trapezoid-bottom', 'priority'),
  ...each(near('trapezoid'), 'trap-t', 'inv-trapezoid', 'trapezoid-top', 'manual', 'curv-trap', 'curved-trapezoid', 'display'),
  ...each(near('circle'), 'dbl-circ', 'double-circle'),
  ...each(near('rounded'), 'text'),
  ...each(near('square'), 'card', 'notch-rect', 'notched-rectangle', 'lin-rect', 'lined-rectangle', 'lined-process', 'lin-proc'),
  ...each(near('square'), 'shaded-process', 'div-rect', 'div-proc', 'divided-rectangle', 'divided-process', 'win-pane'),
  ...each(near('square'), 'internal-storage', 'window-pane', 'sl-rect', 'sloped-rectangle', 'manual-input', 'fork', 'join'),
  ...each(same('start'), 'sm-circ', 'small-circle', 'start'),
  ...each(same('end'), 'fr-circ', 'framed-circle', 'stop'),
  ...each(near('hexagon'), 'hourglass', 'collate'),
  ...each(near('callout'), 'brace', 'brace-l', 'comment', 'brace-r', 'braces'),
  ...each(near('block-arrow'), 'bolt', 'com-link', 'lightning-bolt'),
  ...each(same('document'), 'doc', 'document'),
  ...each(near('document'), 'lin-doc', 'lined-document', 'tag-doc', 'tagged-document', 'flag', 'paper-tape'),
  ...each(same('documents'), 'docs', 'documents', 'st-doc', 'stacked-document'),
  ...each(near('documents'), 'procs', 'processes', 'st-rect', 'stacked-rectangle'),
  ...each(same('queue'), 'h-cyl', 'das', 'horizontal-cylinder'),
  ...each(near('cylinder'), 'lin-cyl', 'disk', 'lined-cylinder', 'bow-rect', 'stored-data', 'bow-tie-rectangle'),
  ...each(same('triangle'), 'tri', 'triangle', 'extract'),
  ...each(near('triangle'), 'flip-tri', 'flipped-triangle', 'manual-file'),
  ...each(near('circle'), 'cross-circ', 'crossed-circle', 'summary', 'f-circ', 'filled-circle', 'junction'),
  ...each(near('square'), 'tag-rect', 'tagged-rectangle', 'tag-proc', 'tagged-process', 'notch-pent', 'loop-limit'),
  ...each(near('trapezoid'), 'notched-pentagon', 'delay', 'half-rounded-rectangle'),
  ...each(same('cloud'), 'cloud'),
  ...each(near('star'), 'bang'),
  ...each(near('square'), 'datastore', 'data-store', 'icon', 'image', 'iconSquare', 'iconCircle', 'iconRounded', 'imageSquare'),
  ...each(same('ellipse'), 'ellipse', 'oval'),
  ...each(same('diamond'), 'choice'),
  ...each(near('circle'), 'doublecircle', 'anchor', 'mindmapCircle'),
  ...each(near('rounded'), 'state', 'rectWithTitle', 'defaultMindmapNode'),
  ...each(near('square'), 'note', 'labelRect', 'kanbanItem', 'classBox', 'erBox', 'requirementBox', 'forkJoin'),
  ...each(same('parallelogram'), 'lean_right'),
  ...each(near('parallelogram'), 'lean_left'),
  ...each(near('trapezoid'), 'inv_trapezoid'),
  ...each(near('block-arrow'), 'rect_left_inv_arrow'),
  ...each(same('start'), 'stateStart'),
  ...each(same('end'), 'stateEnd'),
]);

function each(shape: FlowShape, ...names: readonly string[]): [string, FlowShape][] {
  return names.map((name) => [name, shape]);
}
