/** search-field: the words that documents are searched for. Escape and the button clear it. */
import { Search, X } from 'lucide-react';
import { useRef } from 'react';

import { limits } from '#schema/limits.ts';

import { homeTexts } from '../../strings/home.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import css from './documents.module.css';

type Props = { readonly words: string; readonly onChange: (words: string) => void };

export function SearchField({ words, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    onChange('');
    field.current?.focus();
  };
  return (
    <TextField
      ref={field}
      className={css['search']}
      label={homeTexts.searchDocuments}
      labelUnseen
      type="search"
      placeholder={homeTexts.searchDocuments}
      maxLength={limits.nameCharacters}
      icon={<Search aria-hidden />}
      value={words}
      onChange={onChange}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChange('');
      }}
      end={words !== '' && <IconButton size="sm" label={homeTexts.clearSearch} icon={<X />} onClick={clear} />}
    />
  );
}
