/**
 * read-drawio: reads a draw.io file as a diagram whose boxes have places. Several pages are beside each other, each in a frame.
 */
import type { Point } from '#schema/element.ts';

import { framePadding, frameTop } from '../../placement/spacing.ts';
import { type Diagram, type DiagramEdge, type DiagramGroup, type DiagramNode, type ImportFault, isImportFault, Losses } from '../diagram.ts'; // prettier-ignore
import { GroupNames } from '../group-names.ts';
import { cellsOf } from './drawio-cells.ts';
import { DrawioPageReader } from './drawio-page-reader.ts';
import { pagesOf, type Spend } from './drawio-pages.ts';

const betweenPages = 80;

/** Null once the work is exhausted. */
export function readDrawio(text: string, spend: Spend): Diagram | ImportFault | null {
  const pages = pagesOf(text, spend);
  if (pages === null || isImportFault(pages)) return pages;
  const losses = new Losses();
  const groupNames = new GroupNames(losses);
  const nodes: DiagramNode[] = [];
  const groups: DiagramGroup[] = [];
  const edges: DiagramEdge[] = [];
  let rank = 0;
  let left = 0;
  for (const [index, page] of pages.entries()) {
    const tree = cellsOf(page);
    if (isImportFault(tree)) return tree;
    if (!spend(tree.byId.size)) return null;
    const frame = pages.length === 1 ? null : `page ${page.id}`;
    const name = (id: string): string => (index === 0 ? id : `${page.id}/${id}`);
    const reader = new DrawioPageReader(tree, { name, frame, losses, groupNames, rank: rank + 1, isOwn: page.isOwn });
    const shift: Point = frame === null ? [0, 0] : [left + framePadding - reader.bounds.x, frameTop - reader.bounds.y];
    const read = reader.read(shift);
    rank += 1 + read.count;
    if (frame !== null) {
      const size = { width: reader.bounds.width + 2 * framePadding, height: reader.bounds.height + frameTop + framePadding };
      const spot = { rect: { x: left, y: 0, ...size }, rank: rank - read.count - 1 };
      groups.push({ id: frame, label: page.name, fields: {}, parent: null, direction: null, spot });
      left += size.width + betweenPages;
    }
    nodes.push(...read.nodes);
    groups.push(...read.groups);
    edges.push(...read.edges);
  }
  losses.listTallies();
  return { style: 'flow', direction: 'right', nodes, groups, edges, losses, isPlaced: true };
}
