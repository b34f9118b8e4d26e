/** result-icon: the icon of what a search has found. */
import { FileText, MessageSquare, Presentation, Shapes, SquareKanban, Table2 } from 'lucide-react';

import type { SearchType } from '#schema/search.ts';

const icons = {
  document: FileText,
  page: Presentation,
  element: Shapes,
  card: SquareKanban,
  cell: Table2,
  comment: MessageSquare,
} as const satisfies Record<SearchType, unknown>;

export function ResultIcon({ type }: { readonly type: SearchType }) {
  const Icon = icons[type];
  return <Icon aria-hidden />;
}
