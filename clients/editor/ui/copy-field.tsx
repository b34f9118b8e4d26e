/** copy-field: a text to be copied: a secret, an address, a command. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useState } from 'react';

import css from './copy-field.module.css';
import { copyText } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';
import { uiTexts } from '../strings/ui.ts';

export type CopyFieldProps = {
  readonly label: string;
  readonly labelUnseen?: boolean;
  readonly value: string;
};

export function CopyField({ label, labelUnseen = false, value }: CopyFieldProps) {
  const id = useId();
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  useEffect(() => {
    if (copied === 'no') return undefined;
    const timer = setTimeout(() => setCopied('no'), 2_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => setCopied((await copyText(value)) ? 'yes' : 'failed');
  return (
    <div className={css['field']}>
      <span id={id} className={labelUnseen ? 'unseen' : css['label']}>
        {label}
      </span>
      <div className={css['box']} role="group" aria-labelledby={id}>
        <pre className={css['text']}>{value}</pre>
        <IconButton
          size="sm"
          label={copied === 'yes' ? uiTexts.copied : uiTexts.copyNamed(label)}
          icon={copied === 'yes' ? <Check /> : <Copy />}
          onClick={() => void copy()}
        />
      </div>
      <span className={copied === 'failed' ? css['label'] : 'unseen'} role="status">
        {copied === 'yes' && uiTexts.copied}
        {copied === 'failed' && uiTexts.couldNotCopy}
      </span>
    </div>
  );
}
