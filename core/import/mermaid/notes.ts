/** notes: a note in a diagram becomes a sticky, with a dotted line to what it is about. */
import type { DiagramBuilder } from './diagram-builder.ts';
import { labelText } from './label-text.ts';

export function addNote(builder: DiagramBuilder, text: string, about: string | null): void {
  builder.notes += 1;
  const note = builder.node(`note ${builder.notes}`);
  note.kind = 'sticky';
  note.label = labelText(text, note.id, builder.losses);
  // Led to by an arrow, a note does not begin the flow.
  if (about !== null) builder.edge(about, note.id, '', { heads: 'none', border: 'dotted' });
}
