/** storage-panel: how much the installation stores. */
import { useCallback } from 'react';

import { call } from '../../api/call.ts';
import { adminTexts } from '../../strings/admin.ts';
import { Loaded } from '../../ui/screen.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { sizeText } from '../images/size-text.ts';
import css from './admin.module.css';

export function StoragePanel() {
  const request = useAnswer(useCallback((signal: AbortSignal) => call('GET /admin/storage', { signal }), []));
  return (
    <div className={css['panel']}>
      <Loaded request={request}>
        {(usage) => (
          <dl className={css['facts']}>
            <Fact name={adminTexts.people} value={String(usage.people)} />
            <Fact name={adminTexts.documents} value={String(usage.documents)} />
            <Fact name={adminTexts.trashed} value={String(usage.trashedDocuments)} />
            <Fact name={adminTexts.images} value={String(usage.images)} />
            <Fact name={adminTexts.imageBytes} value={sizeText(usage.imageBytes)} />
            <Fact name={adminTexts.databaseBytes} value={sizeText(usage.databaseBytes)} />
          </dl>
        )}
      </Loaded>
    </div>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
