/** recovery-codes: the recovery codes of a person, who sees them once: to be copied or kept as a file. */
import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';

import { twoStepTexts } from '../../strings/two-step.ts';
import { uiTexts } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useTell } from '../../ui/toast.tsx';
import css from './two-step.module.css';

export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  const tell = useTell();
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    if (await copyText(text)) setCopied(true);
    else tell({ text: uiTexts.couldNotCopy, kind: 'failure' });
  };
  return (
    <Dialog
      open
      stays
      onOpenChange={onClose}
      title={twoStepTexts.codesTitle}
      description={twoStepTexts.codesAbout}
      footer={
        <Button kind="primary" onClick={onClose}>
          {twoStepTexts.done}
        </Button>
      }
    >
      <ol className={css['codes']} aria-label={twoStepTexts.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={css['buttons']}>
        <Button icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />} onClick={() => void copy()}>
          {copied ? uiTexts.copied : twoStepTexts.copy}
        </Button>
        <Button icon={<Download aria-hidden />} onClick={() => download(text)}>
          {twoStepTexts.download}
        </Button>
      </div>
    </Dialog>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = twoStepTexts.fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
