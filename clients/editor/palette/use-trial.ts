/** use-trial: previews changeset lines on the shown tab while they are typed. */
import { useEffect, useMemo } from 'react';

import type { Element } from '#schema/element.ts';

import type { Editor } from '../state/editor.ts';
import { planLines, type PlannedLines } from '../changeset-lines/apply-lines.ts';
import { useTabVersion } from '../people/use-tab-version.ts';

/** Null while there are no lines. */
export function useTrial(editor: Editor, text: string): PlannedLines | null {
  const version = useTabVersion(editor.tab);
  const trial = useMemo(
    () => (text.trim() === '' ? null : planLines(editor, text)),
    // The version covers the elements of the tab.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [editor, text, version],
  );
  useEffect(() => {
    if (trial === null || !('plan' in trial)) return undefined;
    const shown = new Map<string, Element>();
    for (const { id, after } of trial.plan.edits) if (after !== null) shown.set(id, after);
    const scene = editor.scene.get();
    editor.canvas.preview.set({ preview: shown });
    scene?.preview(shown);
    return () => {
      editor.canvas.preview.set(null);
      scene?.preview(null);
    };
  }, [editor, trial]);
  return trial;
}
