/** proposal-parts: the parts of the shown proposal. Arrow keys move in the list, A accepts and R rejects the part that has the focus. */
import { Check, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';

import type { ProposalDetail, ProposalPart } from '#schema/proposal.ts';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { usePending } from '../ui/use-pending.ts';
import { proposalTexts as texts } from '../strings/proposals.ts';
import { accept, reject } from './decisions.ts';
import { partNames } from './part-names.ts';
import css from './proposals.module.css';

type Props = { readonly detail: ProposalDetail; readonly onDecided: () => void };

export function ProposalParts({ detail, onDecided }: Props) {
  const { proposal } = detail;
  const editor = useEditor();
  const { canvas } = editor;
  const mayEdit = useValue(editor.mayEdit);
  const current = useValue(canvas.proposedPart);
  const list = useRef<HTMLUListElement>(null);
  const { busy, run } = usePending();
  const names = partNames(detail, editor.tab.view);
  const nameOf = ({ id, change }: ProposalPart): string => `${texts.changes[change]} ${names.get(id) ?? id}`;
  const decide = (work: () => Promise<void>): void =>
    void run(async () => {
      await work();
      onDecided();
    });
  const rows = (): HTMLButtonElement[] => [...(list.current?.querySelectorAll<HTMLButtonElement>('button[data-part]') ?? [])];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-part]') : null;
    const id = row?.dataset['part'];
    if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const isOpen = proposal.parts.some((part) => part.id === id && part.state === 'open');
    const letter = event.key.toLowerCase();
    if (step !== 0) rows()[rows().findIndex((one) => one === row) + step]?.focus();
    else if (letter === 'a' && isOpen && mayEdit) decide(() => accept(editor, proposal.id, [id]));
    else if (letter === 'r' && isOpen && mayEdit) decide(() => reject(editor, proposal.id, { elements: [id] }));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <ul ref={list} className={css['parts']} data-pane>
        {proposal.parts.map((part) => (
          <li key={part.id} data-change={part.change} data-state={part.state} data-current={current === part.id ? '' : undefined}>
            <button
              type="button"
              data-part={part.id}
              onKeyDown={onKeyDown}
              onClick={() => canvas.proposedPart.set(part.id)}
              onFocus={() => canvas.proposedPart.set(part.id)}
            >
              {nameOf(part)}
              {part.state !== 'open' && <span className={css['muted']}> · {texts.states[part.state]}</span>}
            </button>
            {part.state === 'open' && mayEdit && (
              <>
                <IconButton
                  size="sm"
                  label={texts.acceptPart(nameOf(part))}
                  icon={<Check />}
                  disabled={busy}
                  onClick={() => decide(() => accept(editor, proposal.id, [part.id]))}
                />
                <IconButton
                  size="sm"
                  label={texts.rejectPart(nameOf(part))}
                  icon={<X />}
                  disabled={busy}
                  onClick={() => decide(() => reject(editor, proposal.id, { elements: [part.id] }))}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <p className={css['hint']}>{texts.keysHint}</p>
    </>
  );
}
