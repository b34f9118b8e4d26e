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
  viewer: 'View only',
  participant: 'Comment and vote',
  editor: 'Edit everything',
  owner: 'Full access, including sharing and deletion',
};

const option = <T extends Level>(value: T): SelectOption<T> => ({ value, label: levelTitles[value], description: about[value] });

export const memberLevels: readonly SelectOption<Level>[] = (['viewer', 'participant', 'editor', 'owner'] as const).map(option);
export const linkLevels: readonly SelectOption<LinkLevel>[] = (['viewer', 'participant', 'editor'] as const).map(option);
