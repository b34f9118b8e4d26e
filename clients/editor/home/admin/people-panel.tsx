/** people-panel: the people of the installation, and what administrators do with their accounts. */
import { UserPlus } from 'lucide-react';
import { useCallback, useDeferredValue, useState } from 'react';

import type { Person, PersonPatch } from '#schema/admin-calls.ts';
import { limits } from '#schema/limits.ts';

import { call } from '../../api/call.ts';
import { adminTexts } from '../../strings/admin.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePending } from '../../ui/use-pending.ts';
import css from './admin.module.css';
import { NewPersonDialog } from './new-person-dialog.tsx';
import { PagedRows } from './paged-rows.tsx';
import { PersonQuestion, type Question } from './person-question.tsx';
import { PersonRow } from './person-row.tsx';
import { type ListPage, usePages } from './use-pages.ts';

export function PeoplePanel() {
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const read = useCallback(
    async (cursor: string | null, signal?: AbortSignal): Promise<ListPage<Person>> => {
      const query = { ...(words !== '' && { q: words }), ...(cursor !== null && { cursor }) };
      const { people, next } = await call('GET /admin/people', { query, ...(signal !== undefined && { signal }) });
      return { entries: people, next };
    },
    [words],
  );
  const pages = usePages(read);
  const { request } = pages;
  const [adding, setAdding] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const task = usePending();
  const put = (person: Person): void =>
    request.change(({ entries, next }) => ({ entries: entries.map((one) => (one.id === person.id ? person : one)), next }));
  const change = (person: Person, body: PersonPatch): void =>
    void task.run(async () => {
      put((await call('PATCH /admin/people/:user', { params: { user: person.id }, body })).person);
      setQuestion(null);
    });
  return (
    <div className={css['panel']}>
      <div className={css['bar']}>
        <TextField
          label={adminTexts.search}
          labelUnseen
          type="search"
          placeholder={adminTexts.search}
          maxLength={limits.nameCharacters}
          value={typed}
          onChange={setTyped}
        />
        <Button kind="primary" icon={<UserPlus aria-hidden />} onClick={() => setAdding(true)}>
          {adminTexts.addPerson}
        </Button>
      </div>
      <PagedRows
        pages={pages}
        label={adminTexts.people}
        none={adminTexts.noMatches}
        row={(person) => (
          <PersonRow key={person.id} person={person} onAsk={setQuestion} onChange={(body) => change(person, body)} />
        )}
      />
      {adding && (
        <NewPersonDialog
          onClose={() => setAdding(false)}
          onAdded={(person) => {
            setAdding(false);
            request.change(({ entries, next }) => ({ entries: [person, ...entries], next }));
          }}
        />
      )}
      {question !== null && (
        <PersonQuestion
          question={question}
          busy={task.busy}
          onClose={() => setQuestion(null)}
          onDeactivate={(person) => change(person, { active: false })}
          onChanged={put}
        />
      )}
    </div>
  );
}
