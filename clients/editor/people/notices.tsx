/**
 * notices: what agents and others changed by changesets, with Undo. What a command of this page has reported is left out.
 *
 * A notice stays while the pointer or the focus is on it, and for `shownMs` after that. Undo reverts each of its changesets,
 * newest first, if the person may edit the tab; what others edited since stays, and is reported. F8 focuses the notices;
 * a press leaves the focus on the canvas, and the keyboard finds it on the next button when the one that it pressed is gone.
 */
import { Eye, Undo2, X } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { type Editor, useEditor } from '../state/editor.ts';
import type { Notice } from '../live/own-notices.ts';
import { useValue } from '../state/signal.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { countsText, type NoticeGroup, revertibleChangesets, withNotice, withoutGroup } from './notice-groups.ts';
import { keepFocus } from '../ui/toolbar-keys.ts';
import css from './notices.module.css';
import { showElements } from './show-elements.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useMayEdit } from './use-may-edit.ts';
import { useTakeBack } from './use-take-back.ts';
import { useIsGuest } from '../api/guest.ts';
import { peopleTexts } from '../strings/people.ts';

const shownMs = 20_000;

export function Notices() {
  const editor = useEditor();
  const { session, announce } = editor;
  const [groups, setGroups] = useState<readonly NoticeGroup[]>([]);
  useEffect(
    () =>
      session.onNotice((notice) => {
        setGroups((known) => (notice.isOwn && !isOfGroup(known, notice) ? known : withNotice(known, notice)));
        if (notice.isOwn) return;
        const { author, agent, counts, summary } = notice;
        announce(
          `${author.name}${agent ? peopleTexts.possessiveAgent : ''}: ${countsText(counts)}${summary === null ? '' : `. ${summary}`}`,
        );
      }),
    [session, announce],
  );
  const dismiss = useCallback((key: string) => setGroups((known) => withoutGroup(known, key)), []);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'F8') list.current?.querySelector('button')?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const host = useRef<HTMLDivElement>(null);
  useKeptFocus(host, editor.canvas);
  return (
    // Only its buttons are pressed.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={host} onMouseDown={keepFocus}>
      {groups.length > 0 && (
        <ul ref={list} className={css['notices']} aria-label={peopleTexts.recentChangesByOthers}>
          {groups.map((group) => (
            <NoticeCard key={group.key} group={group} editor={editor} onDismiss={dismiss} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** It reverts what a notice is about. */
const isOfGroup = (groups: readonly NoticeGroup[], { revertOf }: Notice): boolean =>
  revertOf !== null && groups.some(({ changesets }) => changesets.includes(revertOf));

type CardProps = { readonly group: NoticeGroup; readonly editor: Editor; readonly onDismiss: (key: string) => void };

function NoticeCard({ group, editor, onDismiss }: CardProps) {
  const { author, agent, counts, summary, elements, tab, at, key } = group;
  const tabs = useValue(editor.session.tabs);
  const guest = useIsGuest(editor);
  const mayUndo = useMayEdit(editor.session, tab) && !guest;
  const card = useRef<HTMLLIElement>(null);
  const isHeld = useHeld(card);
  const { busy, outcome, undo } = useTakeBack(editor, () => revertibleChangesets(group));
  useEffect(() => {
    if (isHeld || busy) return undefined;
    const timer = setTimeout(() => onDismiss(key), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, busy, outcome, at, key, onDismiss]);
  const where = tab === editor.tab.id ? null : (tabs.find(({ id }) => id === tab)?.name ?? null);
  const left = revertibleChangesets(group).length;
  const outcomeText = outcome ?? (left === 0 ? peopleTexts.revertedBy(group.takenBackBy) : null);
  return (
    <li ref={card} className={css['notice']}>
      <Avatar name={author.name} color={author.color} agent={agent} unspoken />
      <div className={css['words']}>
        <p className={css['who']}>
          <strong>{author.name}</strong>
          {agent && <span className={css['role']}>{peopleTexts.agent}</span>}
          {where !== null && <span className={css['where']}>{peopleTexts.onTab(where)}</span>}
        </p>
        {summary !== null && <p className={css['summary']}>{summary}</p>}
        <p className={css['counts']}>{outcomeText ?? countsText(counts)}</p>
      </div>
      <div className={css['actions']}>
        {mayUndo && left > 0 && (
          <Button size="sm" icon={<Undo2 />} busy={busy} onClick={() => void undo()}>
            {peopleTexts.undo}
          </Button>
        )}
        {elements.length > 0 && (
          <IconButton
            size="sm"
            label={peopleTexts.showChanges}
            icon={<Eye />}
            onClick={() => showElements(editor, tab, elements)}
          />
        )}
        <IconButton size="sm" label={peopleTexts.dismiss} icon={<X />} onClick={() => onDismiss(key)} />
      </div>
    </li>
  );
}

/** Whether the pointer or the focus is on an element. */
function useHeld(element: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const { current } = element;
    const hold = (): void => setHeld(true);
    const release = (): void => setHeld(false);
    const ending = new AbortController();
    for (const name of ['pointerenter', 'focusin']) current?.addEventListener(name, hold, { signal: ending.signal });
    for (const name of ['pointerleave', 'focusout']) current?.addEventListener(name, release, { signal: ending.signal });
    return () => ending.abort();
  }, [element]);
  return isHeld;
}
