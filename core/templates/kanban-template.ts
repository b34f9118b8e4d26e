import type { Template } from './template.ts';

const columns = [
  { status: 'backlog~new', name: 'Backlog' },
  { status: 'doing~new', name: 'In progress', wipLimit: 3 },
  { status: 'review~new', name: 'Review', wipLimit: 2 },
  { status: 'done~new', name: 'Done' },
];

export const kanban: Template = {
  id: 'kanban',
  title: 'Kanban board',
  about: 'Cards in columns, with limits on work in progress',
  group: 'Planning',
  operations: JSON.stringify({
    op: 'add',
    id: 'board',
    element: {
      type: 'shape',
      shape: 'plan-board',
      label: 'Sprint board',
      x: 0,
      y: 0,
      width: 1200,
      height: 480,
      planBoard: { types: null, columns },
    },
  }),
  cards: [
    { type: 'task', status: 'backlog~new', fields: { title: 'Write the release notes', labels: ['docs'], priority: 'low' } },
    { type: 'task', status: 'backlog~new', fields: { title: 'Export boards as CSV', labels: ['feature'] } },
    { type: 'idea', status: 'backlog~new', fields: { title: 'A shortcut for each tool' } },
    { type: 'task', status: 'doing~new', fields: { title: 'Faster search', priority: 'high', labels: ['speed'], estimate: 3 } },
    { type: 'task', status: 'doing~new', fields: { title: 'Fix sign-in on phones', priority: 'urgent', flagged: true } },
    { type: 'task', status: 'review~new', fields: { title: 'New empty states', labels: ['design'] } },
    { type: 'task', status: 'done~new', fields: { title: 'Set up backups', labels: ['operations'] } },
  ],
};
