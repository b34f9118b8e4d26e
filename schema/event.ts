/** The types of live events, one for each kind of write. */
export const eventTypes = [
  'comment',
  'thread',
  'presence',
  'changeset',
  'item',
  'item-types',
  'sheet',
  'tab',
  'document',
  'task',
  'proposal',
] as const;
export type EventType = (typeof eventTypes)[number];

export const isEventType = (text: string): text is EventType => (eventTypes as readonly string[]).includes(text);

/** The actor of changes that no person made. */
export const systemActor = { name: 'Atelier', color: '#64748b', agent: false } as const;
