/**
 * use-layout-trial: plans the layout of the selection whenever its form or the tab changes, and shows the plan on the canvas.
 *
 * Nothing is written before `apply`, and others see nothing. The plan that is applied is always that of the current form and tab.
 */
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Editor } from '../state/editor.ts';
import { layoutTexts } from '../strings/layout.ts';
import { useTabVersion } from '../people/use-tab-version.ts';
import { extentOfPreview, layoutPreview } from './layout-preview.ts';
import { bringIntoView } from './bring-into-view.ts';
import { isCurrent, type LayoutRequest, type PlannedLayout, planLayout } from './layout-plan.ts';

export type LayoutTrial = {
  /** Null while it is being planned. */
  readonly planned: PlannedLayout | null;
  /** Resolves to false if nothing was written. */
  readonly apply: () => Promise<boolean>;
};

/** `topPx`: how far the popover reaches down into the window. */
export function useLayoutTrial(editor: Editor, form: LayoutRequest, topPx: () => number): LayoutTrial {
  const version = useTabVersion(editor.tab);
  const [planned, setPlanned] = useState<PlannedLayout | null>(null);
  const latest = useRef<Promise<PlannedLayout> | null>(null);
  useEffect(() => {
    const plan = planLayout(editor, form);
    latest.current = plan;
    setPlanned(null);
    void plan.then((outcome) => {
      if (latest.current !== plan) return;
      setPlanned(outcome);
      show(editor, outcome, topPx());
    });
  }, [editor, form, version, topPx]);
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  const apply = useCallback(async () => {
    let outcome = await (latest.current ?? planLayout(editor, form));
    if ('edits' in outcome && !isCurrent(outcome.edits, editor.tab.view)) outcome = await planLayout(editor, form);
    return write(editor, outcome);
  }, [editor, form]);
  return { planned, apply };
}

function show(editor: Editor, outcome: PlannedLayout, topPx: number): void {
  const preview = layoutPreview('edits' in outcome ? outcome.edits : [], editor.tab.view);
  editor.canvas.layout.set(preview);
  editor.scene.get()?.preview(preview);
  const extent = extentOfPreview(preview);
  if (extent !== null) bringIntoView(extent, topPx, editor.viewport);
}

/** As one step of the undo. */
function write(editor: Editor, outcome: PlannedLayout): boolean {
  if ('refusal' in outcome || !editor.mayEdit.get() || !isCurrent(outcome.edits, editor.tab.view)) return false;
  editor.session.stepBoundary();
  const isWritten = outcome.edits.length === 0 || editor.session.edit(editor.tab.id, outcome.edits);
  if (isWritten) editor.announce(layoutTexts.applied(outcome.edits.length));
  return isWritten;
}
