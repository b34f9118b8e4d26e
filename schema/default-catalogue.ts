/** The card types of a document that has no catalogue of its own. */
import type { Catalogue } from './board.ts';

const sharedFields = ['title', 'description', 'status', 'assignee', 'priority', 'labels'] as const;

export const defaultCatalogue: Catalogue = {
  version: 1,
  types: [
    {
      id: 'project',
      label: 'Project',
      newTitle: 'New project',
      glyph: '📁',
      color: '#7c3aed',
      fields: [...sharedFields, 'start', 'due', 'checklist', 'color', 'comments'],
      custom: [],
    },
    {
      id: 'task',
      label: 'Task',
      newTitle: 'New task',
      glyph: '✅',
      color: '#2563eb',
      fields: [...sharedFields, 'estimate', 'start', 'due', 'checklist', 'flagged', 'comments'],
      custom: [],
    },
    {
      id: 'note',
      label: 'Note',
      newTitle: 'New note',
      glyph: '📝',
      color: '#ca8a04',
      fields: ['title', 'description', 'status', 'labels', 'color', 'comments'],
      custom: [],
    },
    {
      id: 'idea',
      label: 'Idea',
      newTitle: 'New idea',
      glyph: '💡',
      color: '#db2777',
      fields: ['title', 'description', 'status', 'labels', 'color', 'comments'],
      custom: [],
    },
    {
      id: 'action',
      label: 'Action',
      newTitle: 'New action',
      glyph: '⚡',
      color: '#16a34a',
      fields: ['title', 'description', 'status', 'assignee', 'priority', 'due', 'flagged', 'comments'],
      custom: [],
    },
  ],
};
