/** use-live-typing: shows the labels that others are typing on the shown tab, before they are written. */
import { useEffect, useMemo } from 'react';

import { tabFont } from '#core/text/tab-font.ts';
import type { Element } from '#schema/element.ts';

import { withLabel } from '../changes/set-label.ts';
import type { Participation } from '../live/people-store.ts';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';

/** `here`: the people on the tab. `version`: increases when the tab changes. */
export function useLiveTyping(here: readonly Participation[], version: number): void {
  const { scene, tab } = useEditor();
  const shown = useValue(scene);
  const typings = here.flatMap(({ typing }) => typing ?? []);
  // People are new values with each movement of a cursor, which changes no label.
  const words = JSON.stringify(typings);
  const typed = useMemo(() => {
    const elements = new Map<string, Element>();
    for (const { id, text } of typings) {
      const element = tab.view.get(id);
      if (element !== undefined && (element.label ?? '') !== text)
        elements.set(id, withLabel(element, text, tabFont(tab.view.settings)));
    }
    return elements;
    // The words cover what is typed, and the version the elements of the tab.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [words, tab, version]);
  const isAny = typed.size > 0;
  useEffect(() => {
    if (isAny) shown?.setTyped(typed);
  }, [shown, typed, isAny]);
  useEffect(() => {
    if (!isAny) return undefined;
    return () => shown?.setTyped(new Map());
  }, [shown, isAny]);
}
