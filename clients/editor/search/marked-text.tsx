/** marked-text: a text in which the words of a search are marked. */
import { useMemo } from 'react';

import { markedParts } from '#core/search/marked-text.ts';

import css from './search.module.css';

export function MarkedText({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const parts = useMemo(() => markedParts(text, words), [text, words]);
  return parts.map(({ text: part, isMatch }, at) =>
    isMatch ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts have no other name
      <mark key={at} className={css['mark']}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
