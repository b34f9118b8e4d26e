/**
 * formula-help: help beside a formula that is being typed: functions that begin with the word at the caret, or the arguments of
 * the call around it.
 */
import { Fragment, useId, useMemo, useState } from 'react';

import { argumentAt, type Signature, signatures } from '#core/sheet/functions/signatures.ts';

import type { CellDraft } from './cell-draft.ts';
import { callAround, type TextRange, wordBefore } from './formula-draft.ts';
import css from './formula-help.module.css';
import { sheetTexts } from '../strings/sheet.ts';

const listed = 8;

export type FormulaHelp = {
  readonly id: string;
  /** The word that a chosen function replaces. */
  readonly word: TextRange | null;
  readonly names: readonly string[];
  /** Null until an arrow key has chosen one. */
  readonly chosen: number | null;
  readonly call: { readonly signature: Signature; readonly argument: number } | null;
  readonly choose: (step: 1 | -1) => void;
  readonly dismiss: () => void;
  readonly onName: (name: string) => void;
};

type Signatures = ReadonlyMap<string, Signature>;

export function useFormulaHelp(draft: CellDraft | null): FormulaHelp {
  const id = useId();
  const isWanted = draft !== null && draft.text.startsWith('=');
  const functions = useMemo(() => (isWanted ? signatures() : null), [isWanted]);
  const [state, setState] = useState<{ readonly word: string; readonly chosen: number | null; readonly isOff: boolean } | null>(
    null,
  );
  const word = draft === null || draft.pointed !== null ? null : wordBefore(draft.text, draft.caret);
  // A choice, or dismissing the list, applies to one word.
  const at = word === null ? '' : `${word.start} ${word.word}`;
  const now = state !== null && state.word === at ? state : { word: at, chosen: null, isOff: false };
  const names = word === null || now.isOff || functions === null ? [] : beginningWith(functions, word.word);
  const call = draft === null ? null : callAround(draft.text, draft.caret);
  const signature = call === null ? undefined : functions?.get(call.name);
  return {
    id,
    word,
    names,
    chosen: now.chosen,
    call: call === null || signature === undefined ? null : { signature, argument: argumentAt(signature, call.argument) },
    choose: (step) => {
      const next = now.chosen === null ? (step === 1 ? 0 : names.length - 1) : (now.chosen + step + names.length) % names.length;
      setState({ ...now, chosen: next });
    },
    dismiss: () => setState({ ...now, isOff: true }),
    onName: () => undefined,
  };
}

/** The shortest first, as the closest to the word. */
function beginningWith(functions: Signatures, word: string): readonly string[] {
  // These values take no brackets.
  if (word === 'TRUE' || word === 'FALSE') return [];
  const names = Array.from(functions.keys()).filter((name) => name.startsWith(word));
  return names.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, listed);
}

export const optionId = (id: string, index: number): string => `${id}-${index}`;

export function FormulaHelpView({ help }: { readonly help: FormulaHelp }) {
  const { id, names, chosen, call } = help;
  if (names.length > 0) {
    return (
      <div id={id} className={css['list']} role="listbox" aria-label={sheetTexts.functions}>
        {names.map((name, index) => (
          <div
            key={name}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={css['name']}
            onPointerDown={(event) => {
              // Keeps the focus in the field.
              event.preventDefault();
              event.stopPropagation();
              help.onName(name);
            }}
          >
            {name}
          </div>
        ))}
      </div>
    );
  }
  if (call === null) return null;
  const { name, args } = call.signature;
  return (
    <p className={css['call']} role="status">
      {name}(
      {args.map((arg, index) => (
        // An argument has no other name than its place.
        // eslint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && ', '}
          {index === call.argument ? <strong>{arg}</strong> : arg}
        </Fragment>
      ))}
      )
    </p>
  );
}
