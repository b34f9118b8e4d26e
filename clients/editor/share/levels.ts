/** levels: the names of the levels of access to a document, and what they allow. */
import type { Level, LinkLevel } from '#schema/access.ts';

import type { SelectOption } from '../ui/select.tsx';
import { shareTexts } from '../strings/share.ts';

export const levelTitles: Readonly<Record<Level, string>> = {
  viewer: shareTexts.canView,
  participant: shareTexts.canComment,
  editor: shareTexts.canEdit,
  owner: shareTexts.owner,
};

const about: Readonly<Record<Level, string>> = {
  viewer: shareTexts.viewerAbout,
  participant: shareTexts.participantAbout,
  editor: shareTexts.editorAbout,
  owner: shareTexts.ownerAbout,
};

const option = <T extends Level>(value: T): SelectOption<T> => ({ value, label: levelTitles[value], description: about[value] });

export const memberLevels: readonly SelectOption<Level>[] = (['viewer', 'participant', 'editor', 'owner'] as const).map(option);
export const linkLevels: readonly SelectOption<LinkLevel>[] = (['viewer', 'participant', 'editor'] as const).map(option);
