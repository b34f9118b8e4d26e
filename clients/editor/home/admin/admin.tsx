/** admin: what administrators see: people, the audit log, and what is stored. */
import { useState } from 'react';

import { adminTexts } from '../../strings/admin.ts';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { StoragePanel } from './storage-panel.tsx';

type Shown = 'people' | 'audit' | 'storage';

export function Admin() {
  const [shown, setShown] = useState<Shown>('people');
  return (
    <Screen title={adminTexts.title} lead={adminTexts.about}>
      <Tabs
        label={adminTexts.title}
        value={shown}
        onChange={setShown}
        tabs={[
          { value: 'people', label: adminTexts.people, panel: <PeoplePanel /> },
          { value: 'audit', label: adminTexts.auditLog, panel: <AuditPanel /> },
          { value: 'storage', label: adminTexts.storage, panel: <StoragePanel /> },
        ]}
      />
    </Screen>
  );
}
