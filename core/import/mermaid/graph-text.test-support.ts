/** graph-text: what a diagram says, one line for each box, group and arrow. */
import type { Diagram, DiagramRow } from '../diagram.ts';

const more = (fields: object): string => (Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields)}`);
const within = (parent: string | null): string => (parent === null ? '' : ` in ${parent}`);

const rowText = (row: DiagramRow): string => {
  switch (row.kind) {
    case 'note':
      return `note ${row.at.side} ${[...new Set(row.at.of)].join(',')}: ${row.id}`;
    case 'section':
      return `section ${row.label}`;
    case 'end':
      return 'end';
    case 'message':
    case 'block':
      return `${row.kind} ${row.id}`;
  }
};

export const graphText = ({ style, direction, nodes, groups, edges, rows = [] }: Diagram): string[] => [
  `${style} ${direction}`,
  ...nodes.map((node) => `${node.id}: ${node.kind} ${JSON.stringify(node.label)}${within(node.parent)}${more(node.fields)}`),
  ...groups.map(
    (group) =>
      `${group.id}: group ${JSON.stringify(group.label)}${within(group.parent)}${group.direction === null ? '' : ` ${group.direction}`}${more(group.fields)}`,
  ),
  ...edges.map(
    ({ from, to, label, fields }) => `${from} -> ${to}${label === '' ? '' : ` ${JSON.stringify(label)}`}${more(fields)}`,
  ),
  ...rows.map(rowText),
];
