/**
 * fence-fields: limits of a new token beyond its access and documents: tabs, a frame, kinds of writes, and a rate. Tabs can be chosen
 * once one document is, and a frame once one tab is.
 */
import { useCallback } from 'react';

import { type TokenFence } from '#schema/access.ts';
import { limits } from '#schema/limits.ts';

import { call } from '../../api/call.ts';
import { homeTexts } from '../../strings/home.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import css from './tokens.module.css';

export type FenceChoice = {
  readonly tabs: readonly string[];
  /** Empty: the whole tab. */
  readonly frame: string;
  readonly writes: Writes;
  /** As it is typed; empty for none. */
  readonly rate: string;
};
type Writes = 'all' | 'draw' | 'draw-comment' | 'comment';

export const noFence: FenceChoice = { tabs: [], frame: '', writes: 'all', rate: '' };

const operationsOf: Readonly<Record<Writes, readonly string[] | null>> = {
  all: null,
  draw: ['draw', 'presence'],
  'draw-comment': ['draw', 'comment', 'presence'],
  comment: ['comment', 'presence'],
};
const writesOptions: readonly SelectOption<Writes>[] = [
  { value: 'all', label: homeTexts.writesAnything },
  { value: 'draw', label: homeTexts.writesDrawing },
  { value: 'draw-comment', label: homeTexts.writesDrawingAndComments },
  { value: 'comment', label: homeTexts.writesComments },
];

export const isRate = (text: string): boolean =>
  text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= limits.callsPerMinutePerToken);

/** The fence of the new token; null without limits. */
export function fenceOf({ tabs, frame, writes, rate }: FenceChoice): TokenFence | null {
  const operations = operationsOf[writes];
  const fence = {
    ...(tabs.length > 0 && { tabs: [...tabs] }),
    ...(tabs.length === 1 && frame !== '' && { frame }),
    ...(operations !== null && { operations: [...operations] }),
    ...(rate !== '' && { rate: Number(rate) }),
  };
  return Object.keys(fence).length === 0 ? null : fence;
}

type FenceFieldsProps = {
  /** The only document that is chosen; null for several, or all. */
  readonly document: string | null;
  readonly isReader: boolean;
  readonly choice: FenceChoice;
  readonly onChange: (choice: FenceChoice) => void;
};

export function FenceFields({ document, isReader, choice, onChange }: FenceFieldsProps) {
  const [tab, ...otherTabs] = choice.tabs;
  return (
    <details className={css['more']}>
      <summary>{homeTexts.moreLimits}</summary>
      {!isReader && document !== null && (
        <TabChoice document={document} chosen={choice.tabs} onChange={(tabs) => onChange({ ...choice, tabs, frame: '' })} />
      )}
      {!isReader && document !== null && tab !== undefined && otherTabs.length === 0 && (
        <FrameChoice
          key={tab}
          place={{ document, tab }}
          chosen={choice.frame}
          onChange={(frame) => onChange({ ...choice, frame })}
        />
      )}
      {!isReader && (
        <Select
          label={homeTexts.writes}
          value={choice.writes}
          onChange={(writes) => onChange({ ...choice, writes })}
          options={writesOptions}
        />
      )}
      <TextField
        label={homeTexts.callsAMinute}
        hint={homeTexts.callsAMinuteHint(limits.callsPerMinutePerToken)}
        inputMode="numeric"
        value={choice.rate}
        onChange={(rate) => onChange({ ...choice, rate: rate.trim() })}
      />
    </details>
  );
}

type TabChoiceProps = {
  readonly document: string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
};

function TabChoice({ document, chosen, onChange }: TabChoiceProps) {
  const { answer } = useAnswer(
    useCallback((signal: AbortSignal) => call('GET /documents/:doc', { params: { doc: document }, signal }), [document]),
  );
  if (answer.state !== 'here') return null;
  return (
    <fieldset className={css['tabs']}>
      <legend>{homeTexts.tabsLegend}</legend>
      <div className={css['choice']}>
        {answer.value.tabs.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
          />
        ))}
      </div>
    </fieldset>
  );
}

type FrameChoiceProps = {
  readonly place: { readonly document: string; readonly tab: string };
  readonly chosen: string;
  readonly onChange: (frame: string) => void;
};

function FrameChoice({ place: { document, tab }, chosen, onChange }: FrameChoiceProps) {
  const { answer } = useAnswer(
    useCallback(
      (signal: AbortSignal) =>
        call('GET /documents/:doc/tabs/:tab', { params: { doc: document, tab }, query: { view: 'json' }, signal }),
      [document, tab],
    ),
  );
  if (answer.state !== 'here' || !('elements' in answer.value)) return null;
  const frames = answer.value.elements.flatMap(({ id, type, label }) =>
    type === 'frame' || type === 'lane' ? [{ value: id, label: label ?? id }] : [],
  );
  if (frames.length === 0) return null;
  return (
    <Select
      label={homeTexts.frame}
      value={chosen}
      onChange={onChange}
      options={[{ value: '', label: homeTexts.wholeTab }, ...frames]}
    />
  );
}
