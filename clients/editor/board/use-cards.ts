/** use-cards: draws a component anew when a card, its votes or comments, or a card type has changed. */
import { useEffect, useReducer } from 'react';

import type { Editor } from '../state/editor.ts';

export function useCards({ session }: Editor): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.cards.subscribe(redraw), [session]);
}
