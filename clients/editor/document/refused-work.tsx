/** refused-work: shows what the server refused, which can be saved. */
import type { DocumentOpening, ShownWork } from '../live/document-opening.ts';
import { useValue } from '../state/signal.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { reasonText } from './reason-text.ts';
import { saveWork } from './save-work.ts';
import { documentTexts } from '../strings/document.ts';

export function RefusedWork({ opening }: { readonly opening: DocumentOpening }) {
  const works = useValue(opening.keptWork);
  const session = useValue(opening.session);
  const status = useValue(session.status);
  return (
    <div className="refused-work">
      {works.map((work) => (
        <KeptNotice key={work.at} work={work} opening={opening} />
      ))}
      {status.kind === 'refused' && (
        <Notice kind="error">
          <p>{documentTexts.editingIsPaused(reasonText(status.reason))}</p>
          <Button onClick={() => opening.renew()}>{documentTexts.reload}</Button>
        </Notice>
      )}
    </div>
  );
}

function KeptNotice({ work, opening }: { readonly work: ShownWork; readonly opening: DocumentOpening }) {
  const time = new Date(work.at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return (
    <Notice kind="error">
      <p>{documentTexts.changesRejected(time, reasonText(work.reason))}</p>
      <Button onClick={() => saveWork(work.name, work.work)}>{documentTexts.downloadMyChanges}</Button>
      <Button onClick={() => void opening.dismiss(work)}>{documentTexts.dismiss}</Button>
    </Notice>
  );
}
