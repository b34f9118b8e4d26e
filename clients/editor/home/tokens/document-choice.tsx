/** document-choice: the documents that a token or a program is limited to. */
import { useCallback } from 'react';

import { limits } from '#schema/limits.ts';

import { call } from '../../api/call.ts';
import { homeTexts } from '../../strings/home.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import css from './tokens.module.css';

type DocumentChoiceProps = { readonly chosen: readonly string[]; readonly onChange: (chosen: readonly string[]) => void };

export function DocumentChoice({ chosen, onChange }: DocumentChoiceProps) {
  const { answer } = useAnswer(
    useCallback((signal: AbortSignal) => call('GET /documents', { query: { limit: limits.documentListMax }, signal }), []),
  );
  if (answer.state === 'failed') return <Notice kind="error">{answer.text}</Notice>;
  if (answer.state === 'waiting') return null;
  return (
    <div className={css['choice']} role="group" aria-label={homeTexts.selectedDocuments}>
      {answer.value.documents.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          disabled={!chosen.includes(id) && chosen.length >= limits.documentsPerToken}
          onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
        />
      ))}
    </div>
  );
}
