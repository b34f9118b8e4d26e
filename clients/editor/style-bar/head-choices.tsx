/** head-choices: the heads of arrows, with a menu for each end. Each arrow keeps the head of its other end. */
import { isArrow } from '#schema/element.ts';
import { type EndHead, endHeads } from '#schema/heads.ts';
import { endHeadsOf } from '#core/arrows/end-heads.ts';

import { styleBarTexts } from '../strings/style-bar.ts';
import { ChoiceButton } from './choice-button.tsx';
import { HeadGlyph } from './line-glyphs.tsx';
import type { StyleFields } from './style-fields.ts';
import { headTitles } from './style-titles.ts';

const ends = [
  { at: 'start', label: styleBarTexts.startArrowhead },
  { at: 'end', label: styleBarTexts.endArrowhead },
] as const;

export function HeadChoices({ fields }: { readonly fields: StyleFields }) {
  const heads = fields.elements.filter(isArrow).map((arrow) => endHeadsOf(arrow.heads));
  return ends.map(({ at, label }, place) => (
    <ChoiceButton
      key={at}
      label={label}
      value={sharedHead(heads.map((both) => both[place] ?? 'none'))}
      options={endHeads}
      titles={headTitles}
      glyph={(head) => <HeadGlyph head={head} at={at} />}
      onChoose={(head) => fields.setHead(at, head)}
    />
  ));
}

const sharedHead = ([first, ...others]: readonly EndHead[]): EndHead | '' =>
  first !== undefined && others.every((head) => head === first) ? first : '';
