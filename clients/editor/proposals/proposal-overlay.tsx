/**
 * proposal-overlay: a proposal on the canvas: the scene shows its elements as proposed, and each part has a mark with its sign. The mark
 * that is pressed, or chosen in the panel, has buttons to accept and reject it.
 */
import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { ProposalDetail } from '#schema/proposal.ts';

import { useTabVersion } from '../people/use-tab-version.ts';
import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { usePending } from '../ui/use-pending.ts';
import { proposalTexts as texts } from '../strings/proposals.ts';
import { accept, reject } from './decisions.ts';
import { bringInSight } from './bring-in-sight.ts';
import { partNames } from './part-names.ts';
import { type ProposalMark, type ProposalPreview, proposalPreview } from './proposal-preview.ts';
import css from './proposals.module.css';

const nothing: ProposalPreview = { elements: new Map(), marks: [] };
const signs = { added: '+', changed: '~', moved: '→', removed: '−' } as const;

export function ProposalOverlay() {
  const editor = useEditor();
  const detail = useValue(editor.canvas.proposal);
  return detail === null || detail.proposal.tabId !== editor.tab.id ? null : <Marks editor={editor} detail={detail} />;
}

function Marks({ editor, detail }: { readonly editor: Editor; readonly detail: ProposalDetail }) {
  const { canvas, tab, viewport } = editor;
  const scene = useValue(editor.scene);
  const version = useTabVersion(tab);
  const [preview, setPreview] = useState<ProposalPreview>(nothing);
  // The tab changes in place: its version says when.
  useEffect(() => setPreview(proposalPreview(detail, tab.view)), [detail, tab, version]);
  const names = partNames(detail, tab.view);
  const current = useValue(canvas.proposedPart);
  useValue(viewport);
  const { id } = detail.proposal;
  const isEmpty = preview.marks.length === 0;
  const marks = useRef(preview.marks);
  useEffect(() => {
    marks.current = preview.marks;
  }, [preview]);
  useEffect(() => {
    // Once for each proposal, not for each of its decisions.
    if (!isEmpty) bringInSight(editor, marks.current);
  }, [editor, id, isEmpty]);
  useEffect(() => {
    const mark = marks.current.find((one) => one.id === current);
    if (mark !== undefined) bringInSight(editor, [mark]);
  }, [editor, current]);
  useEffect(() => {
    canvas.proposed.set(preview.elements);
    scene?.preview(preview.elements);
  }, [canvas, scene, preview]);
  useEffect(
    () => () => {
      canvas.proposed.set(null);
      scene?.preview(null);
    },
    [canvas, scene],
  );
  return (
    <div className={css['marks']}>
      {preview.marks.map((mark) => (
        <Mark key={mark.id} mark={mark} name={names.get(mark.id) ?? mark.id} editor={editor} id={detail.proposal.id} />
      ))}
    </div>
  );
}

type MarkProps = { readonly mark: ProposalMark; readonly name: string; readonly editor: Editor; readonly id: string };

function Mark({ mark, name, editor, id }: MarkProps) {
  const { canvas, viewport } = editor;
  const current = useValue(canvas.proposedPart);
  const { busy, run } = usePending();
  const { change } = mark;
  const isCurrent = current === mark.id;
  const label = `${texts.changes[change]} ${name}`;
  const { x, y } = viewport.toScreen(mark.rect);
  const { zoom } = viewport.get();
  const place = {
    transform: `translate(${x - 4}px, ${y - 4}px)`,
    width: mark.rect.width * zoom + 8,
    height: mark.rect.height * zoom + 8,
  };
  return (
    <>
      {mark.from !== null && <div className={css['ghost']} style={placeOf(editor, mark.from)} aria-hidden />}
      <div
        className={css['mark']}
        data-change={change}
        data-line={mark.isArrow ? '' : undefined}
        data-current={isCurrent ? '' : undefined}
        style={place}
      >
        <div className={css['tag']}>
          <button
            type="button"
            aria-label={label}
            aria-expanded={isCurrent}
            onClick={() => canvas.proposedPart.set(isCurrent ? null : mark.id)}
          >
            {signs[change]}
          </button>
          {isCurrent && (
            <>
              <IconButton
                size="sm"
                label={texts.acceptPart(label)}
                icon={<Check />}
                disabled={busy}
                onClick={() => void run(() => accept(editor, id, [mark.id]))}
              />
              <IconButton
                size="sm"
                label={texts.rejectPart(label)}
                icon={<X />}
                disabled={busy}
                onClick={() => void run(() => reject(editor, id, { elements: [mark.id] }))}
              />
            </>
          )}
        </div>
      </div>
    </>
  );
}

function placeOf({ viewport }: Editor, rect: ProposalMark['rect']) {
  const { x, y } = viewport.toScreen(rect);
  const { zoom } = viewport.get();
  return { transform: `translate(${x}px, ${y}px)`, width: rect.width * zoom, height: rect.height * zoom };
}
