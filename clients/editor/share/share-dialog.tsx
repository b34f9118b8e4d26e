/** share-dialog: the people with access to a document, its share links, and what of it is published. */
import { useState } from 'react';

import type { Level } from '#schema/access.ts';

import { Dialog } from '../ui/dialog.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Agents } from './agents.tsx';
import { Links } from './links.tsx';
import { Members } from './members.tsx';
import { Publish } from './publish.tsx';
import type { NamedTab } from './tab-limit.tsx';
import { Webhooks } from './webhooks.tsx';
import { shareTexts } from '../strings/share.ts';

export type ShareDialogProps = {
  readonly documentId: string;
  /** Of the document. */
  readonly name: string;
  /** The reader's own level. */
  readonly level: Level;
  /** The reader's id; empty for a guest. */
  readonly me: string;
  readonly tabs: readonly NamedTab[];
  /** The id of the shown tab; null outside of the document. */
  readonly shownTab: string | null;
  readonly onClose: () => void;
};

export function ShareDialog({ documentId, name, level, me, tabs, shownTab, onClose }: ShareDialogProps) {
  const [shown, setShown] = useState<'members' | 'links' | 'publish' | 'agents' | 'webhooks'>('members');
  const members = <Members documentId={documentId} level={level} me={me} tabs={tabs} />;
  return (
    <Dialog open width="wide" onOpenChange={onClose} title={level === 'owner' ? shareTexts.share : shareTexts.peopleWithAccess}>
      {level === 'owner' ? (
        <Tabs
          label={shareTexts.sharing}
          value={shown}
          onChange={setShown}
          tabs={[
            { value: 'members', label: shareTexts.members, panel: members },
            { value: 'links', label: shareTexts.links, panel: <Links documentId={documentId} tabs={tabs} /> },
            {
              value: 'publish',
              label: shareTexts.publish,
              panel: <Publish documentId={documentId} name={name} tabs={tabs} shownTab={shownTab} />,
            },
            { value: 'agents', label: shareTexts.agents, panel: <Agents documentId={documentId} /> },
            { value: 'webhooks', label: shareTexts.webhooks, panel: <Webhooks documentId={documentId} tabs={tabs} /> },
          ]}
        />
      ) : (
        members
      )}
    </Dialog>
  );
}
