/**
 * auto-layout: the popover that lays out the selection: its form, and the buttons that apply or cancel what the canvas previews.
 *
 * Enter applies and Escape cancels, from anywhere in it. It does not block the page: the canvas is panned and zoomed under it. It
 * closes when the selection changes.
 */
import { ArrowDown, ArrowRight } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { lineStyles } from '#schema/element.ts';

import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { lineTitles } from '../state/line-titles.ts';
import { LineGlyph } from '../ui/line-glyph.tsx';
import { layoutTexts as texts } from '../strings/layout.ts';
import { Button } from '../ui/button.tsx';
import css from './auto-layout.module.css';
import { LayoutChoice } from './layout-choice.tsx';
import type { LayoutRequest, PlannedLayout } from './layout-plan.ts';
import { useLayoutTrial } from './use-layout-trial.ts';

export function AutoLayout() {
  const editor = useEditor();
  const isOpen = useValue(editor.canvas.layout) !== null;
  const mayEdit = useValue(editor.mayEdit);
  return isOpen && mayEdit ? <LayoutPopover editor={editor} /> : null;
}

const styles = [
  { value: 'flow', label: texts.flow },
  { value: 'tree', label: texts.tree },
  { value: 'mindmap', label: texts.mindmap },
] as const;
const directions = [
  { value: 'down', label: texts.down, icon: <ArrowDown aria-hidden /> },
  { value: 'right', label: texts.right, icon: <ArrowRight aria-hidden /> },
] as const;
const lines = [
  { value: 'keep', label: texts.keep },
  ...lineStyles.map((line) => ({ value: line, label: lineTitles[line], icon: <LineGlyph line={line} /> })),
] as const;

function LayoutPopover({ editor }: { readonly editor: Editor }) {
  const [form, setForm] = useState<LayoutRequest>({ style: 'flow', direction: 'down', line: null });
  const host = useRef<HTMLDivElement>(null);
  const reach = useCallback(() => (host.current === null ? 0 : host.current.offsetTop + host.current.offsetHeight), []);
  const { planned, apply } = useLayoutTrial(editor, form, reach);
  const close = useClosing(editor, host);
  return (
    <div ref={host} className={css['popover']} role="dialog" tabIndex={-1} aria-label={texts.title}>
      <form
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void apply().then((isApplied) => isApplied && close('applied'));
        }}
      >
        <LayoutChoice label={texts.style} value={form.style} options={styles} onChange={(style) => setForm({ ...form, style })} />
        <LayoutChoice
          label={texts.direction}
          value={form.direction}
          options={directions}
          onChange={(direction) => setForm({ ...form, direction })}
        />
        <LayoutChoice
          label={texts.arrows}
          value={form.line ?? 'keep'}
          options={lines}
          onChange={(line) => setForm({ ...form, line: line === 'keep' ? null : line })}
        />
        <Outcome planned={planned} />
        <div className={css['buttons']}>
          <Button size="sm" kind="quiet" onClick={() => close('canceled')}>
            {texts.cancel}
          </Button>
          <Button size="sm" kind="primary" type="submit" disabled={planned !== null && 'refusal' in planned}>
            {texts.apply}
          </Button>
        </div>
      </form>
    </div>
  );
}

function Outcome({ planned }: { readonly planned: PlannedLayout | null }) {
  const isRefused = planned !== null && 'refusal' in planned;
  return (
    <p className={css['outcome']} role="status" data-refused={isRefused ? '' : undefined}>
      {outcomeText(planned)}
    </p>
  );
}

function outcomeText(planned: PlannedLayout | null): string {
  if (planned === null) return texts.planning;
  if ('refusal' in planned) return planned.refusal;
  return planned.edits.length === 0 ? texts.noChanges : texts.changes(planned.edits.length);
}

/** Closes the popover, as Escape does, and another selection. The view is the one before, unless the layout was applied. */
function useClosing(editor: Editor, host: RefObject<HTMLElement | null>): (how: 'applied' | 'canceled') => void {
  const isApplied = useRef(false);
  useEffect(() => {
    const { canvas, scene, selection, viewport } = editor;
    const popover = host.current;
    const view = viewport.get();
    popover?.querySelector<HTMLInputElement>('input:checked')?.focus();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      canvas.layout.set(null);
      canvas.focus();
    };
    popover?.addEventListener('keydown', onKeyDown);
    const end = selection.subscribe(() => canvas.layout.set(null));
    return () => {
      end();
      popover?.removeEventListener('keydown', onKeyDown);
      canvas.layout.set(null);
      scene.get()?.preview(null);
      if (isApplied.current) return;
      viewport.show(view);
      editor.announce(texts.canceled);
    };
  }, [editor, host]);
  return (how) => {
    isApplied.current = how === 'applied';
    editor.canvas.layout.set(null);
    editor.canvas.focus();
  };
}
