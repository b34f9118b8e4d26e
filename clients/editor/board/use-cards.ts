/** use-cards: renders a component again when a card, its votes or comments, or a card type changes. */
import { useEffect, useReducer } from 'react';

import type { Editor } from '../state/editor.ts';

export function useCards({ session }: Editor): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.cards.subscribe(redraw), [session]);
}
