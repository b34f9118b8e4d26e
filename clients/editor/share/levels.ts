/** levels: what the levels on a document are called, and what they let somebody do. */
import type { Level, LinkLevel } from '#schema/access.ts';

import type { SelectOption } from '../ui/select.tsx';

export const levelTitles: Readonly<Record<Level, string>> = {
  viewer: 'Can view',
  participant: 'Can comment',
  editor: 'Can edit',
  owner: 'Owner',
};

const about: Readonly<Record<Level, string>> = {
  viewer: 'Sees everything, changes nothing',
  participant: 'Also comments and votes',
  editor: 'Also draws, and changes cards, sheets and pages',
  owner: 'Also shares and deletes the document',
};

const option = <T extends Level>(value: T): SelectOption<T> => ({ value, label: levelTitles[value], description: about[value] });

export const memberLevels: readonly SelectOption<Level>[] = (['viewer', 'participant', 'editor', 'owner'] as const).map(option);
export const linkLevels: readonly SelectOption<LinkLevel>[] = (['viewer', 'participant', 'editor'] as const).map(option);
