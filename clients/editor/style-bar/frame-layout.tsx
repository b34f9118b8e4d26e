/** frame-layout: how frames keep their members arranged, in which direction and how far apart. */
import { arrangements } from '#schema/arranged.ts';

import { styleBarTexts as texts } from '../strings/style-bar.ts';
import { ChoiceButton } from './choice-button.tsx';
import { NamedChoice } from './named-choice.tsx';
import type { StyleFields } from './style-fields.ts';

const titles = {
  none: texts.none,
  sequence: texts.sequence,
  swimlane: texts.swimlanes,
  stack: texts.stack,
  grid: texts.grid,
  tree: texts.tree,
  flow: texts.flowchart,
} as const;

/** A drawing for each, 20 by 16. */
const glyphs = {
  none: 'M3 3H17V13H3ZM6 10 9 7M11 9 14 6',
  stack: 'M6 2H14V5H6ZM6 6.5H14V9.5H6ZM6 11H14V14H6Z',
  grid: 'M3 3H9V7H3ZM11 3H17V7H11ZM3 9H9V13H3ZM11 9H17V13H11Z',
  tree: 'M8 2H12V5H8ZM3 11H7V14H3ZM13 11H17V14H13ZM10 5V8M5 11V8H15V11',
  flow: 'M2 6H7V10H2ZM13 6H18V10H13ZM7 8H13M11 6 13 8 11 10',
  swimlane: 'M2 3H18V13H2ZM2 8H18M5 3V13M8 5.5H12M11 10.5H15',
  sequence: 'M3 2H7V5H3ZM13 2H17V5H13ZM5 5V14M15 5V14M5 8H15M13 6.5 15 8 13 9.5M5 12H15M7 10.5 5 12 7 13.5',
} as const;

const gaps = { auto: null, tight: 10, normal: 20, wide: 40, 'extra-wide': 80 } as const;
const gapNames = ['auto', 'tight', 'normal', 'wide', 'extra-wide'] as const;
const gapTitles = { auto: texts.auto, tight: texts.tight, normal: texts.normal, wide: texts.wide, 'extra-wide': texts.extraWide } as const; // prettier-ignore

export function FrameLayout({ fields }: { readonly fields: StyleFields }) {
  return (
    <>
      {fields.has('arrange') && (
        <ChoiceButton
          label={texts.frameLayout}
          value={fields.option('arrange', 'none')}
          options={arrangements}
          titles={titles}
          glyph={(arrangement) => <ArrangementGlyph path={glyphs[arrangement]} />}
          onChoose={(arrange) => fields.set({ arrange: arrange === 'none' ? null : arrange })}
        />
      )}
      {fields.has('gap') && (
        <NamedChoice
          fields={fields}
          field="gap"
          label={texts.spacing}
          names={gapNames}
          values={gaps}
          titles={gapTitles}
          unnamed={(gap) => ({ title: texts.custom, glyph: String(gap) })}
        />
      )}
    </>
  );
}

function ArrangementGlyph({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 20 16" aria-hidden="true">
      <path fill="none" stroke="currentColor" strokeWidth={1.4} strokeLinecap="round" strokeLinejoin="round" d={path} />
    </svg>
  );
}
