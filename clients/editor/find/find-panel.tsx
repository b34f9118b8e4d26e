/**
 * find-panel: searches the whole document; Enter and Shift+Enter go from hit to hit, and the canvas follows. The hits on the shown
 * tab are marked on the canvas while the panel is open.
 */
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';

import { type Editor, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { showElements } from '../people/show-elements.ts';
import { useTabVersion } from '../people/use-tab-version.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { findInDocument, type FindResult, type Hit } from './find-in-document.ts';
import css from './find-panel.module.css';
import { looseTexts } from './loose-texts.ts';
import { findTexts } from '../strings/find.ts';

export function FindPanel() {
  const editor = useEditor();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(-1);
  const { hits, isAll } = useFound(editor, words);
  useMarks(editor, hits);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const go = (step: number): void => {
    if (hits.length === 0) return;
    const next = (Math.max(at, step > 0 ? -1 : 0) + step + hits.length) % hits.length;
    setAt(next);
    show(editor, hits[next], findTexts.placeOf(next + 1, hits.length));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  };
  return (
    <div className={css['panel']}>
      <div className={css['bar']}>
        <TextField
          ref={field}
          label={findTexts.findInDocument}
          labelUnseen
          placeholder={findTexts.findInDocument}
          icon={<Search />}
          value={words}
          onChange={(next) => {
            setWords(next);
            setAt(-1);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton label={findTexts.previous} icon={<ChevronUp />} disabled={hits.length === 0} onClick={() => go(-1)} />
        <IconButton label={findTexts.next} icon={<ChevronDown />} disabled={hits.length === 0} onClick={() => go(1)} />
      </div>
      <p className={css['count']} role="status">
        {words.trim() === '' ? '' : isAll ? countText(hits.length) : findTexts.moreResults(hits.length)}
      </p>
      <ul className={css['hits']}>
        {hits.map((hit, index) => (
          <li key={hit.key}>
            <button
              type="button"
              className={css['hit']}
              aria-current={index === at}
              onClick={() => {
                setAt(index);
                show(editor, hit, findTexts.placeOf(index + 1, hits.length));
              }}
            >
              <span className={css['text']}>{hit.text}</span>
              <span className={css['where']}>{whereText(hit, editor)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useMarks({ canvas, tab }: Editor, hits: readonly Hit[]): void {
  useEffect(() => {
    canvas.found.set(
      new Set(hits.flatMap(({ tabId, elementId }) => (tabId === tab.id && elementId !== null ? [elementId] : []))),
    );
    return () => canvas.found.set(new Set());
  }, [canvas, tab, hits]);
}

function useFound(editor: Editor, words: string): FindResult {
  const { session, tab } = editor;
  const tabs = useValue(session.tabs);
  const version = useTabVersion(tab);
  return useMemo(() => {
    const ordered = tabs.toSorted((a, b) => Number(b.id === tab.id) - Number(a.id === tab.id));
    const searched = ordered.flatMap((settings) => {
      const view = session.tab(settings.id)?.view;
      return view === undefined ? [] : [{ settings, view }];
    });
    return findInDocument({ tabs: searched, loose: looseTexts(session.doc) }, words);
    // The version covers the elements of the tab.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [session, tab, tabs, words, version]);
}

function show(editor: Editor, hit: Hit | undefined, place: string): void {
  if (hit === undefined) return;
  editor.announce(`${place}: ${hit.text}, ${hit.where}`);
  if (hit.tabId !== null && hit.elementId !== null) showElements(editor, hit.tabId, [hit.elementId]);
}

function whereText({ tabId, where }: Hit, { session, tab }: Editor): string {
  const name = tabId === null || tabId === tab.id ? null : session.tabs.get().find(({ id }) => id === tabId)?.name;
  return name === null || name === undefined ? where : `${where} · ${name}`;
}

const countText = (count: number): string => findTexts.results(count);
