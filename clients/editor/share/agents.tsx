/** agents: what an owner lets API tokens and clients do in a document. */
import { useCallback } from 'react';

import type { AgentSetting } from '#schema/proposal.ts';

import { call } from '../api/call.ts';
import { Notice } from '../ui/notice.tsx';
import { Loaded } from '../ui/screen.tsx';
import { Select } from '../ui/select.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { usePending } from '../ui/use-pending.ts';
import { shareTexts } from '../strings/share.ts';
import css from './share-dialog.module.css';

const options = [
  { value: 'write', label: shareTexts.agentsWrite, description: shareTexts.agentsWriteAbout },
  { value: 'propose', label: shareTexts.agentsPropose, description: shareTexts.agentsProposeAbout },
  { value: 'read', label: shareTexts.agentsRead, description: shareTexts.agentsReadAbout },
] as const;

export function Agents({ documentId }: { readonly documentId: string }) {
  const params = { doc: documentId };
  const request = useAnswer(
    useCallback((signal: AbortSignal) => call('GET /documents/:doc', { params: { doc: documentId }, signal }), [documentId]),
  );
  const { busy, failure, run } = usePending({ quiet: true });
  const set = (agents: AgentSetting): void =>
    void run(async () => {
      await call('PATCH /documents/:doc', { params, body: { agents } });
      request.change((document) => ({ ...document, agents }));
    });
  return (
    <div className={css['agents']}>
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <Loaded request={request}>
        {({ agents }) => (
          <Select label={shareTexts.agentsLabel} options={options} value={agents} onChange={set} disabled={busy} />
        )}
      </Loaded>
      <p>{shareTexts.agentsAbout}</p>
    </div>
  );
}
