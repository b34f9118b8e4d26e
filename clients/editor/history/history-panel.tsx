/**
 * history-panel: the changesets of the document, newest first, each with what it did and Undo; with one element selected, who
 * changed it and when.
 *
 * People's own edits are no changesets: each person undoes their own, and they are in the history of the elements.
 */
import { ChevronDown, ChevronRight, History, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';

import { reaches } from '#schema/access.ts';
import type { ChangesetRecord, Result } from '#schema/changeset.ts';
import type { ElementChange } from '#schema/history.ts';

import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { Ago } from '../people/ago.tsx';
import { elementName } from '../people/element-name.ts';
import { countsText } from '../people/notice-groups.ts';
import { takeBack, takenBackText } from '../people/take-back.ts';
import { call, failureText } from '../api/call.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Switch } from '../ui/switch.tsx';
import css from './history-panel.module.css';
import { useChangesets, useElementHistory } from './use-history.ts';
import { useIsGuest } from '../api/guest.ts';
import { historyTexts } from '../strings/history.ts';

export function HistoryPanel() {
  const editor = useEditor();
  const selection = useValue(editor.selection);
  const [only, ...others] = selection;
  const element = only === undefined || others.length > 0 ? undefined : editor.tab.view.get(only);
  const guest = useIsGuest(editor);
  const readsPast = reaches(useValue(editor.session.level), 'editor') && !guest;
  const [allTabs, setAllTabs] = useState(false);
  return (
    <div className={css['panel']}>
      {element !== undefined && readsPast && <ElementSection key={element.id} elementId={element.id} editor={editor} />}
      <Switch label={historyTexts.allTabs} checked={allTabs} onChange={setAllTabs} />
      {readsPast && (
        <Button icon={<History />} onClick={() => editor.run('version-history')}>
          {historyTexts.versionHistory}
        </Button>
      )}
      <Changesets editor={editor} tabId={allTabs ? null : editor.tab.id} key={allTabs ? 'all' : editor.tab.id} />
    </div>
  );
}

function Changesets({ editor, tabId }: { readonly editor: Editor; readonly tabId: string | null }) {
  const { records, more, failure } = useChangesets(editor.session, tabId);
  if (failure !== null) return <p role="alert">{failure}</p>;
  if (records === null) return <Spinner />;
  if (records.length === 0) {
    return (
      <EmptyState icon={<History />} title={historyTexts.noHistoryYet}>
        {historyTexts.agentChangesAppear}
      </EmptyState>
    );
  }
  const takenBack = new Set(records.map(({ revertOf }) => revertOf));
  return (
    <>
      <ol className={css['records']}>
        {records.map((record) => (
          <Record
            key={record.id}
            record={record}
            isTakenBack={takenBack.has(record.id)}
            editor={editor}
            showsTab={tabId === null}
          />
        ))}
      </ol>
      {more !== null && (
        <Button kind="quiet" onClick={more}>
          {historyTexts.loadMore}
        </Button>
      )}
    </>
  );
}

type RecordProps = {
  readonly record: ChangesetRecord;
  readonly isTakenBack: boolean;
  readonly editor: Editor;
  readonly showsTab: boolean;
};

function Record({ record, isTakenBack, editor, showsTab }: RecordProps) {
  const { id, author, agent, summary, counts, createdAt, revertOf, tabId } = record;
  const guest = useIsGuest(editor);
  const mayEdit = useValue(editor.mayEdit) && !guest;
  const tabs = useValue(editor.session.tabs);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);
  const undo = async (): Promise<void> => {
    setBusy(true);
    try {
      setOutcome(takenBackText(await takeBack(editor.session, [id])));
    } catch (error) {
      editor.tell({ text: failureText(error), kind: 'failure' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className={css['record']}>
      <Avatar name={author.name} color={author.color} agent={agent} size="sm" unspoken />
      <div className={css['words']}>
        <p className={css['by']}>
          <strong>{author.name}</strong>
          {agent && historyTexts.agent} · <Ago at={createdAt} />
          {showsTab && ` · ${tabs.find((tab) => tab.id === tabId)?.name ?? historyTexts.deletedTab}`}
        </p>
        <p>{summary ?? (revertOf === null ? countsText(counts) : historyTexts.revertedAChangeset)}</p>
        {summary !== undefined && <p className={css['muted']}>{countsText(counts)}</p>}
        {outcome !== null && <p role="status">{outcome}</p>}
        {isTakenBack && outcome === null && <p className={css['muted']}>{historyTexts.undone}</p>}
        <button type="button" className={css['more']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <ChevronDown /> : <ChevronRight />} {historyTexts.details}
        </button>
        {open && <Results documentId={editor.session.documentId} changeset={id} />}
      </div>
      {mayEdit && !isTakenBack && outcome === null && (
        <Button size="sm" icon={<Undo2 />} busy={busy} onClick={() => void undo()}>
          {historyTexts.undo}
        </Button>
      )}
    </li>
  );
}

function Results({ documentId, changeset }: { readonly documentId: string; readonly changeset: string }) {
  const [results, setResults] = useState<readonly Result[] | string | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    const params = { doc: documentId, changeset };
    call('GET /documents/:doc/changesets/:changeset', { params, signal: ending.signal }).then(
      (answer) => setResults(answer.results),
      (error: unknown) => {
        if (!ending.signal.aborted) setResults(failureText(error));
      },
    );
    return () => ending.abort();
  }, [documentId, changeset]);
  if (results === null) return <Spinner />;
  if (typeof results === 'string') return <p role="alert">{results}</p>;
  return <Lines results={results} />;
}

const Lines = ({ results }: { readonly results: readonly Result[] }) => (
  <pre className={css['lines']}>{results.map(({ line }) => line).join('\n')}</pre>
);

function ElementSection({ elementId, editor }: { readonly elementId: string; readonly editor: Editor }) {
  const { session, tab } = editor;
  const { changes, more, failure } = useElementHistory(session, tab.id, elementId);
  const name = elementName(tab.view.get(elementId), tab.view);
  const last = changes?.at(0);
  return (
    <section className={css['element']} aria-label={historyTexts.historyOf(name)}>
      <h3>{name}</h3>
      {last !== undefined && (
        <p className={css['muted']}>
          {historyTexts.lastChangedBy(last.author.name, last.agent)} · <Ago at={last.at} />
        </p>
      )}
      {failure !== null && <p role="alert">{failure}</p>}
      {changes === null && failure === null && <Spinner />}
      {changes?.length === 0 && <p className={css['muted']}>{historyTexts.noHistoryElement}</p>}
      <ol className={css['records']}>
        {changes?.map((change) => (
          <Change key={change.rev} change={change} />
        ))}
      </ol>
      {more !== null && (
        <Button kind="quiet" size="sm" onClick={more}>
          {historyTexts.loadMore}
        </Button>
      )}
    </section>
  );
}

const Change = ({ change: { author, agent, at, results, summary } }: { readonly change: ElementChange }) => (
  <li className={css['record']}>
    <Avatar name={author.name} color={author.color} agent={agent} size="sm" unspoken />
    <div className={css['words']}>
      <p className={css['by']}>
        <strong>{author.name}</strong>
        {agent && historyTexts.agent} · <Ago at={at} />
      </p>
      {summary !== undefined && <p>{summary}</p>}
      <Lines results={results} />
    </div>
  </li>
);
