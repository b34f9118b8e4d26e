/** audit-panel: the audit log, page by page, by person and by action. */
import { useCallback, useDeferredValue, useState } from 'react';

import type { AuditEntry } from '#schema/admin-calls.ts';

import { call } from '../../api/call.ts';
import { adminTexts } from '../../strings/admin.ts';
import { Select } from '../../ui/select.tsx';
import { dayText, sinceText } from '../../ui/since-text.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { useNow } from '../../ui/use-now.ts';
import rows from '../rows.module.css';
import css from './admin.module.css';
import { PagedRows } from './paged-rows.tsx';
import { type ListPage, usePages } from './use-pages.ts';

/** The one choice that is no person. */
const everyone = 'everyone';

export function AuditPanel() {
  const people = useAnswer(
    useCallback((signal: AbortSignal) => call('GET /admin/people', { query: { limit: 200 }, signal }), []),
  );
  const [person, setPerson] = useState(everyone);
  const [typed, setTyped] = useState('');
  const action = useDeferredValue(
    typed
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z.-]/g, ''),
  );
  const read = useCallback(
    async (cursor: string | null, signal?: AbortSignal): Promise<ListPage<AuditEntry>> => {
      const query = {
        ...(person !== everyone && { person }),
        ...(action !== '' && { action }),
        ...(cursor !== null && { cursor }),
      };
      const { entries, next } = await call('GET /admin/audit', { query, ...(signal !== undefined && { signal }) });
      return { entries, next };
    },
    [person, action],
  );
  const pages = usePages(read);
  const known = people.answer.state === 'here' ? people.answer.value.people : [];
  return (
    <div className={css['panel']}>
      <div className={css['bar']}>
        <TextField
          label={adminTexts.action}
          placeholder={adminTexts.actionHint}
          maxLength={60}
          value={typed}
          onChange={setTyped}
        />
        <Select
          label={adminTexts.person}
          value={person}
          onChange={setPerson}
          options={[
            { value: everyone, label: adminTexts.everyone },
            ...known.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      <PagedRows
        pages={pages}
        label={adminTexts.auditLog}
        none={adminTexts.nothingFound}
        // The log has no other name for an entry than its place.
        row={(entry, place) => <AuditRow key={place} entry={entry} />}
      />
    </div>
  );
}

function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const now = useNow();
  const others: Readonly<Record<string, string>> = { admin: adminTexts.operator, guest: adminTexts.guest };
  const who = entry.name ?? others[entry.by] ?? adminTexts.nobody;
  return (
    <li className={rows['row']}>
      <div className={rows['words']}>
        <span className={rows['title']}>{entry.action}</span>
        <span className={rows['about']}>
          <span>
            {who}
            {entry.tokenId !== null && ` ${adminTexts.byToken}`}
          </span>
          {entry.documentId !== null && <span>· {entry.documentId}</span>}
          {entry.subject !== null && <span>· {entry.subjectName ?? entry.subject}</span>}
        </span>
      </div>
      <span className={css['time']} title={dayText(entry.at)}>
        {sinceText(entry.at, now)}
      </span>
    </li>
  );
}
