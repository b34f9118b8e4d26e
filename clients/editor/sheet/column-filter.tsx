/** column-filter: the button in the head of a column that chooses which of its texts are shown. */
import { Funnel } from 'lucide-react';
import { useState } from 'react';

import { limits } from '#schema/limits.ts';

import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Popover } from '../ui/popover.tsx';
import { TextField } from '../ui/text-field.tsx';
import css from './column-filter.module.css';
import { filterOf, filterValues } from './filter-values.ts';
import { changeLayout, type OpenSheet } from './sheet-writes.ts';
import { sheetTexts } from '../strings/sheet.ts';

/** The length of the list; the search finds other texts. */
const listed = 200;

type Props = {
  readonly own: OpenSheet;
  readonly col: string;
  /** The letters of the column. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly focusAfter: () => HTMLElement | null;
};

export function ColumnFilter({ own, col, name, isOpen, onOpen, focusAfter }: Props) {
  const isOn = own.sheet.filters.has(col);
  return (
    <Popover
      title={sheetTexts.filterColumn(name)}
      titled
      align="start"
      open={isOpen}
      onOpenChange={onOpen}
      focusAfter={focusAfter}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          className={css['button']}
          aria-label={sheetTexts.filterButton(name, isOn)}
          data-on={isOn}
          onPointerDown={(event) => event.stopPropagation()}
        >
          <Funnel aria-hidden />
        </button>
      }
    >
      <Choice
        own={own}
        col={col}
        onDone={() => {
          onOpen(false);
          // The next keys are for the grid, even while the popup fades.
          focusAfter()?.focus();
        }}
      />
    </Popover>
  );
}

function Choice({ own, col, onDone }: { readonly own: OpenSheet; readonly col: string; readonly onDone: () => void }) {
  const [values] = useState(() => filterValues(own, col));
  const [chosen, setChosen] = useState(() => new Set(own.sheet.filters.get(col) ?? values.map(({ text }) => text)));
  const [wanted, setWanted] = useState('');
  const like = wanted.trim().toLowerCase();
  const matches = values.filter(({ text }) => text.toLowerCase().includes(like));
  const filter = filterOf(values, chosen);
  const choose = (texts: readonly string[], isChosen: boolean): void =>
    setChosen((known) => {
      const next = new Set(known);
      for (const text of texts) if (isChosen) next.add(text); else next.delete(text); // prettier-ignore
      return next;
    });
  const write = (wantedValues: readonly string[] | null): void => {
    onDone();
    if (changeLayout(own, [{ k: 'filter', c: col, values: wantedValues === null ? null : [...wantedValues] }]))
      own.editor.announce(wantedValues === null ? sheetTexts.showingAllRows : sheetTexts.showingValues(wantedValues.length));
  };
  const isTooMuch = filter !== null && filter.length > limits.filterValues;
  const texts = matches.map(({ text }) => text);
  return (
    <form
      className={css['choice']}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.size > 0 && !isTooMuch) write(filter);
      }}
    >
      <TextField
        label={sheetTexts.searchValues}
        labelUnseen
        placeholder={sheetTexts.searchValues}
        value={wanted}
        onChange={setWanted}
      />
      <div className={css['all']}>
        <Button size="sm" kind="quiet" onClick={() => choose(texts, true)}>
          {sheetTexts.selectAll}
        </Button>
        <Button size="sm" kind="quiet" onClick={() => choose(texts, false)}>
          {sheetTexts.clear}
        </Button>
      </div>
      <ul className={css['values']} aria-label={sheetTexts.values}>
        {matches.slice(0, listed).map(({ text, count }) => (
          <li key={text}>
            <Checkbox
              label={text === '' ? sheetTexts.emptyCells : text}
              checked={chosen.has(text)}
              onChange={(isChosen) => choose([text], isChosen)}
            />
            <span className={css['count']}>{count}</span>
          </li>
        ))}
      </ul>
      {matches.length === 0 && <p className={css['hint']}>{sheetTexts.noMatches}</p>}
      {matches.length > listed && <p className={css['hint']}>{sheetTexts.moreValues(matches.length - listed)}</p>}
      {isTooMuch && <p className={css['hint']}>{sheetTexts.limitValuesPerFilter(limits.filterValues.toLocaleString('en'))}</p>}
      {own.sheet.frozen.rows === 0 && <p className={css['hint']}>{sheetTexts.frozenRowsHint}</p>}
      <div className={css['foot']}>
        <Button size="sm" disabled={!own.sheet.filters.has(col)} onClick={() => write(null)}>
          {sheetTexts.removeFilter}
        </Button>
        <Button size="sm" kind="primary" type="submit" disabled={chosen.size === 0 || isTooMuch}>
          {sheetTexts.apply}
        </Button>
      </div>
    </form>
  );
}
