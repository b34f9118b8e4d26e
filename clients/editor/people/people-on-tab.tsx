/** people-on-tab: small avatars of those who are on another tab, in its link. */
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { peopleTexts } from '../strings/people.ts';
import { Avatar } from '../ui/avatar.tsx';
import { participantsOn } from './participants.ts';
import css from './people-on-tab.module.css';

const facesMax = 3;

export function PeopleOnTab({ tabId }: { readonly tabId: string }) {
  const { session, tab, self } = useEditor();
  const people = useValue(session.people);
  const me = useValue(self);
  if (tabId === tab.id) return null;
  // Other windows of the reader do not count as company.
  const there = participantsOn(tabId, people, null).filter(({ user, isAgent }) => isAgent || user.id !== me?.id);
  if (there.length === 0) return null;
  const faces = there.length > facesMax ? there.slice(0, facesMax - 1) : there;
  const more = there.length - faces.length;
  return (
    <span className={css['faces']}>
      {faces.map(({ key, user, isAgent }) => (
        <Avatar key={key} name={user.name} color={user.color} agent={isAgent} size="sm" unspoken />
      ))}
      {more > 0 && <span aria-hidden="true">+{more}</span>}
      <span className="unseen">{peopleTexts.hereNames(there.map(({ user }) => user.name))}</span>
    </span>
  );
}
