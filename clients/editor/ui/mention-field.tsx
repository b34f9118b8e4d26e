/**
 * mention-field: a field of several lines in which `@` offers people, and mentions are set apart.
 *
 * The focus stays in the field while people are offered; the arrow keys choose one, Enter and Tab insert the name, Escape closes the
 * list. The list is in the top layer of the browser, so no panel cuts it off, and in the field's place in the document, so a press on
 * it is none outside of the dialog around it.
 */
import { type ComponentProps, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

import { partsOf } from '#core/mentions/mentions-in-text.ts';

import { mentionsTexts } from '../strings/mentions.ts';
import { Avatar } from './avatar.tsx';
import css from './mention-field.module.css';
import { mentionQueryAt, mentionText, peopleFor } from './mention-query.ts';
import { TextField } from './text-field.tsx';

export type Mentionable = { readonly id: string; readonly name: string; readonly color: string };

type Props = Omit<ComponentProps<typeof TextField>, 'ref' | 'behind' | 'onKeyDown'> & {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Those whose names are set apart in the text. */
  readonly people: readonly Mentionable[];
  readonly offered: readonly Mentionable[];
  readonly onMention: (person: Mentionable) => void;
  readonly onKeyDown: (event: React.KeyboardEvent<HTMLInputElement>) => void;
};

export function MentionField({ field, people, offered, onMention, onKeyDown, value, onChange, ...rest }: Props) {
  const list = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const query = caret === null ? null : mentionQueryAt(value, caret);
  const found = query === null || query.at === closedAt ? [] : peopleFor(query.words, offered);
  const isOpen = found.length > 0;
  const current = Math.min(active, found.length - 1);
  const follow = (): void => setCaret(caretIn(field.current));
  const choose = (person: Mentionable): void => {
    if (query === null || caret === null) return;
    onMention(person);
    insert(field.current, { from: query.at, to: caret, text: mentionText(person.name, value.slice(caret)) });
    setClosedAt(query.at);
    follow();
  };
  const onKey = (event: React.KeyboardEvent<HTMLInputElement>): void => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.nativeEvent.isComposing;
    const person = found[current];
    if (person === undefined || !isPlain) return onKeyDown(event);
    if (move !== undefined) setActive((current + move + found.length) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(person);
    else if (event.key === 'Escape') setClosedAt(query?.at ?? null);
    else return onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
    // A dialog listens beyond the page's root.
    event.nativeEvent.stopImmediatePropagation();
  };
  return (
    <div className={css['field']}>
      <TextField
        {...rest}
        ref={field}
        value={value}
        behind={<Marks field={field} text={value} people={people} />}
        onChange={(next) => {
          onChange(next);
          setActive(0);
          follow();
          // Once the `@` is gone, the next one there offers people again.
          if (closedAt !== null && next[closedAt] !== '@') setClosedAt(null);
        }}
        onSelect={follow}
        onBlur={() => setCaret(null)}
        onKeyDown={onKey}
        {...(offered.length > 0 && { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' })}
        {...(isOpen && {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': list,
          'aria-activedescendant': `${list}${current}`,
        })}
      />
      {isOpen && <People id={list} field={field} people={found} current={current} onChoose={choose} />}
      <span className="unseen" role="status">
        {isOpen ? mentionsTexts.offered(found.length) : ''}
      </span>
    </div>
  );
}

/** Null while several characters are selected. */
const caretIn = (field: HTMLInputElement | null): number | null =>
  field !== null && field.selectionStart === field.selectionEnd ? field.selectionStart : null;

type Replacement = { readonly from: number; readonly to: number; readonly text: string };

/** As if it were typed, so that the browser's own undo takes it back. */
function insert(field: HTMLInputElement | null, { from, to, text }: Replacement): void {
  if (field === null) return;
  field.focus();
  field.setSelectionRange(from, to);
  document.execCommand('insertText', false, text);
}

type PeopleProps = {
  readonly id: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly people: readonly Mentionable[];
  readonly current: number;
  readonly onChoose: (person: Mentionable) => void;
};

function People({ id, field, people, current, onChoose }: PeopleProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = host.current;
    if (list === null || field.current === null) return undefined;
    list.showPopover();
    const box = field.current;
    const place = (): void => placeAt(list, box);
    place();
    const view = window.visualViewport ?? window;
    view.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      view.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  }, [field, people.length]);
  useEffect(() => {
    host.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div ref={host} id={id} role="listbox" aria-label={mentionsTexts.people} popover="manual" className={css['list']}>
      {people.map((person, index) => (
        // The keyboard takes options through the field, which keeps the focus.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={person.id}
          id={`${id}${index}`}
          role="option"
          aria-selected={index === current}
          className={css['option']}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar name={person.name} color={person.color} size="sm" unspoken />
          <span>{person.name}</span>
        </div>
      ))}
    </div>
  );
}

const gap = 4;

/** Below the field, or above it where there is more room. A keyboard on the screen takes room, too. */
function placeAt(list: HTMLElement, field: HTMLElement): void {
  const { left, top, bottom, width } = field.getBoundingClientRect();
  const view = window.visualViewport;
  const [start, end] = [view?.offsetTop ?? 0, (view?.offsetTop ?? 0) + (view?.height ?? window.innerHeight)];
  const [above, below] = [top - start - 2 * gap, end - bottom - 2 * gap];
  const isBelow = below >= Math.min(list.scrollHeight, 240) || below >= above;
  list.style.left = `${left}px`;
  list.style.width = `${width}px`;
  list.style.maxHeight = `${Math.max(80, Math.min(240, isBelow ? below : above))}px`;
  list.style.top = isBelow ? `${bottom + gap}px` : `${top - gap - list.offsetHeight}px`;
}

type MarksProps = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly people: readonly Mentionable[];
};

/** The same text behind the field, of which only the background of the mentions is seen. */
function Marks({ field, text, people }: MarksProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [marks, box] = [host.current, field.current];
    if (marks === null || box === null) return undefined;
    const follow = (): void => {
      // A scroll bar leaves the text less room.
      marks.style.paddingRight = `${11 + box.offsetWidth - box.clientWidth - 2}px`;
      marks.scrollTop = box.scrollTop;
    };
    follow();
    box.addEventListener('scroll', follow);
    const observer = new ResizeObserver(follow);
    observer.observe(box);
    return () => {
      box.removeEventListener('scroll', follow);
      observer.disconnect();
    };
  }, [field, text]);
  return (
    <div ref={host} className={css['marks']} aria-hidden>
      {partsOf(text, people).map(({ text: part, person }, index) =>
        // The parts of a text have no ids.
        // oxlint-disable-next-line react/no-array-index-key
        person === null ? part : <mark key={index}>{part}</mark>,
      )}
      {/* A line that is empty has no height at the end. */}
      {'\u200b'}
    </div>
  );
}
