/** people-bar: the avatars of the participants on the shown tab, which open a list of all by tab, to follow them. */
import { LocateFixed, LocateOff, Megaphone } from 'lucide-react';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { Avatar, AvatarStack } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import {
  type Participant,
  participantsByTab,
  participantsOn,
  participantName,
  participantText,
  headCount,
} from './participants.ts';
import { othersHere } from './bring-everyone.ts';
import css from './people-bar.module.css';
import { peopleTexts } from '../strings/people.ts';

export function PeopleBar() {
  const editor = useEditor();
  const { session, tab, self, following } = editor;
  const mayEdit = useValue(editor.mayEdit);
  const people = useValue(session.people);
  const tabs = useValue(session.tabs);
  const me = useValue(self);
  const followed = useValue(following);
  const here = participantsOn(tab.id, people, me);
  const count = headCount(people, me);
  const countText = peopleTexts.peopleCount(count);
  const faces = here.map((one) => ({
    id: one.key,
    name: one.user.name,
    color: one.user.color,
    agent: one.isAgent,
    unspoken: true,
    card: cardOf(one),
  }));
  const leader = people.find(({ key }) => key === followed);
  return (
    <div className={css['bar']}>
      {leader !== undefined && (
        <Button size="sm" icon={<LocateOff />} onClick={() => following.set(null)}>
          <span className="wide-words">{peopleTexts.following(leader.user.name)}</span>
        </Button>
      )}
      <Popover
        title={peopleTexts.inThisDocument}
        titled
        align="end"
        trigger={
          <button type="button" className={css['faces']}>
            <span className="unseen">{peopleTexts.onThisTab(countText, here.map(participantText).join('; '))}</span>
            <AvatarStack people={faces} />
          </button>
        }
      >
        <p className={css['count']}>{countText}</p>
        {mayEdit && othersHere(editor) > 0 && (
          <Button size="sm" icon={<Megaphone />} onClick={() => editor.run('bring-everyone')}>
            {peopleTexts.bringEveryone}
          </Button>
        )}
        {participantsByTab(tabs, tab.id, people, me).map((group) => (
          <section key={group.tab?.id ?? ''} className={css['tab']}>
            <h3>{group.tab === null ? peopleTexts.onOtherTabs : group.tab.name}</h3>
            <ul>
              {group.company.map((one) => (
                <Row
                  key={one.key}
                  one={one}
                  isFollowed={one.followed !== null && one.followed === followed}
                  onFollow={(key) => following.set(key)}
                />
              ))}
            </ul>
          </section>
        ))}
      </Popover>
    </div>
  );
}

/** The name and the status lines of a participant's hover card. */
function cardOf(one: Participant): { readonly name: string; readonly lines: readonly string[] } {
  const { isAgent, status } = one;
  const name = participantName(one);
  if (status === null || status === '') return { name, lines: [] };
  return { name, lines: [isAgent ? status : peopleTexts.agentStatus(status)] };
}

type RowProps = { readonly one: Participant; readonly isFollowed: boolean; readonly onFollow: (key: string | null) => void };

function Row({ one: { user, isAgent, isSelf, status, followed }, isFollowed, onFollow }: RowProps) {
  return (
    <li className={css['row']}>
      <Avatar name={user.name} color={user.color} agent={isAgent} size="sm" unspoken />
      <span className={css['who']}>
        <span>
          {user.name}
          {isSelf && <span className={css['role']}> {peopleTexts.you}</span>}
          {isAgent && <span className={css['role']}> {peopleTexts.agent}</span>}
        </span>
        {status !== null && status !== '' && (
          <span className={css['status']}>{isAgent ? status : peopleTexts.agentStatus(status)}</span>
        )}
      </span>
      {followed !== null && (
        <Button
          kind="quiet"
          size="sm"
          icon={isFollowed ? <LocateOff /> : <LocateFixed />}
          onClick={() => onFollow(isFollowed ? null : followed)}
        >
          {isFollowed ? peopleTexts.stopFollowing : peopleTexts.follow}
        </Button>
      )}
    </li>
  );
}
