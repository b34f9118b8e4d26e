/** kept-documents: the documents that this browser has a copy of, listed while the server cannot be reached. */
import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Device } from '../../offline/device.ts';
import type { KeptDocument } from '../../offline/local-store.ts';
import type { Navigate } from '../../state/routes.ts';
import { useNow } from '../../ui/use-now.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import rows from '../rows.module.css';
import { sinceText } from '../../ui/since-text.ts';
import { homeTexts } from '../../strings/home.ts';

type KeptDocumentsProps = { readonly user: string; readonly device: Device; readonly navigate: Navigate };

export function KeptDocuments({ user, device, navigate }: KeptDocumentsProps) {
  const [kept, setKept] = useState<readonly KeptDocument[]>([]);
  const now = useNow();
  useEffect(() => {
    const read = async (): Promise<void> => setKept((await (await device.store)?.documents(user)) ?? []);
    read().catch(() => undefined);
  }, [device, user]);
  if (kept.length === 0) return null;
  return (
    <section aria-labelledby="kept-documents">
      <h2 id="kept-documents">{homeTexts.availableOffline}</h2>
      <p>{homeTexts.availableOfflineAbout}</p>
      <ul className={rows['rows']}>
        {kept.map(({ document, name, openedAt }) => (
          <li key={document} className={rows['row']}>
            <FileText aria-hidden />
            <RouteLink to={{ screen: 'document', document, tab: null }} navigate={navigate}>
              {name}
            </RouteLink>
            <span>{sinceText(openedAt, now)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
