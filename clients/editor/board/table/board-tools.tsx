/** board-tools: the choice of swimlanes, and the filter of the cards. */
import { Search, X } from 'lucide-react';

import type { Item } from '#schema/board.ts';

import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import css from './board-pane.module.css';
import { type CardFilter, isFiltering, nobody, noFilter } from './card-filter.ts';
import { type Grouping, groupingsOf, type LaneGround } from './lanes.ts';
import { boardTexts } from '../../strings/board.ts';

type Props = {
  readonly by: Grouping;
  readonly onGroup: (by: Grouping) => void;
  readonly filter: CardFilter;
  readonly onFilter: (filter: CardFilter) => void;
  readonly ground: LaneGround;
  readonly cards: readonly Item[];
};

export function BoardTools({ by, onGroup, filter, onFilter, ground, cards }: Props) {
  const labels = [...new Set(cards.flatMap((card) => card.labels ?? []))].toSorted((a, b) => a.localeCompare(b));
  const people = ground.people.toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <div className={css['tools']} role="group" aria-label={boardTexts.viewOptions}>
      <TextField
        className={css['search']}
        label={boardTexts.searchCards}
        labelUnseen
        placeholder={boardTexts.searchCards}
        type="search"
        icon={<Search />}
        value={filter.text}
        onChange={(text) => onFilter({ ...filter, text })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || filter.text === '') return;
          event.preventDefault();
          onFilter({ ...filter, text: '' });
        }}
      />
      <Select
        className={css['choice']}
        label={boardTexts.assignee}
        labelUnseen
        value={filter.assignee}
        options={[
          { value: '', label: boardTexts.anyone },
          ...people.map(({ id, name }) => ({ value: id, label: name })),
          { value: nobody, label: boardTexts.unassigned },
        ]}
        onChange={(assignee) => onFilter({ ...filter, assignee })}
      />
      {(labels.length > 0 || filter.label !== '') && (
        <Select
          className={css['choice']}
          label={boardTexts.label}
          labelUnseen
          value={filter.label}
          options={[{ value: '', label: boardTexts.allLabels }, ...labels.map((label) => ({ value: label, label }))]}
          onChange={(label) => onFilter({ ...filter, label })}
        />
      )}
      {isFiltering(filter) && (
        <Button kind="quiet" icon={<X />} onClick={() => onFilter(noFilter)}>
          {boardTexts.clearFilters}
        </Button>
      )}
      <span className={css['spring']} />
      <span className={css['by']} aria-hidden>
        {boardTexts.swimlanes}
      </span>
      <Select
        className={css['choice']}
        label={boardTexts.swimlanes}
        labelUnseen
        value={by}
        options={groupingsOf(ground.types)}
        onChange={onGroup}
      />
    </div>
  );
}
