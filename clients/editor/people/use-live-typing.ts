/** use-live-typing: shows the labels that others are typing on the shown tab, before they are written. */
import { useEffect, useMemo } from 'react';

import type { Element } from '#schema/element.ts';

import { withLabel } from '../changes/set-label.ts';
import type { Participation } from '../live/people-store.ts';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';

/** `here`: the people on the tab. `version`: increases when the tab changes. */
export function useLiveTyping(here: readonly Participation[], version: number): void {
  const { scene, tab } = useEditor();
  const shown = useValue(scene);
  const typed = useMemo(() => {
    const elements = new Map<string, Element>();
    for (const { typing } of here) {
      const element = typing === null ? undefined : tab.view.get(typing.id);
      if (typing !== null && element !== undefined && (element.label ?? '') !== typing.text)
        elements.set(element.id, withLabel(element, typing.text));
    }
    return elements;
    // The version covers the elements of the tab.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [here, tab, version]);
  const isAny = typed.size > 0;
  useEffect(() => {
    if (isAny) shown?.setTyped(typed);
  }, [shown, typed, isAny]);
  useEffect(() => {
    if (!isAny) return undefined;
    return () => shown?.setTyped(new Map());
  }, [shown, isAny]);
}
