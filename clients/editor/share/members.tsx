/** members: the people with access to a document; an owner changes their levels, and everyone may leave. */
import { ListChecks, UserMinus } from 'lucide-react';
import { useCallback, useState } from 'react';

import type { Level, Member } from '#schema/access.ts';

import { Loaded } from '../ui/screen.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { usePending } from '../ui/use-pending.ts';
import { call } from '../api/call.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { levelTitles, memberLevels } from './levels.ts';
import css from './share-dialog.module.css';
import { limitText, type NamedTab, TabLimit } from './tab-limit.tsx';
import { shareTexts } from '../strings/share.ts';

type MembersProps = {
  readonly documentId: string;
  /** The reader's own level. */
  readonly level: Level;
  /** The reader's id; empty for a guest. */
  readonly me: string;
  readonly tabs: readonly NamedTab[];
};
type Asking = { readonly what: 'limit' | 'remove'; readonly member: Member };

export function Members({ documentId, level, me, tabs }: MembersProps) {
  const request = useAnswer(
    useCallback(
      (signal: AbortSignal) => call('GET /documents/:doc/members', { params: { doc: documentId }, signal }),
      [documentId],
    ),
  );
  const [asking, setAsking] = useState<Asking | null>(null);
  const { busy, failure, run } = usePending({ quiet: true });
  const put = (member: Member, wanted: { readonly level: Level; readonly tabs?: readonly string[] }): Promise<boolean> =>
    run(async () => {
      const changed = await call('PUT /documents/:doc/members/:user', {
        params: { doc: documentId, user: member.user.id },
        body: wanted,
      });
      request.change(({ members }) => ({ members: members.map((one) => (one.user.id === changed.user.id ? changed : one)) }));
    });
  const remove = (member: Member): void =>
    void run(async () => {
      await call('DELETE /documents/:doc/members/:user', { params: { doc: documentId, user: member.user.id } });
      request.change(({ members }) => ({ members: members.filter(({ user }) => user.id !== member.user.id) }));
    }).then(() => setAsking(null));
  return (
    <>
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <Loaded request={request}>
        {({ members }) => (
          <ul className={css['list']}>
            {members.map((member) => (
              <Row
                key={member.user.id}
                member={member}
                tabs={tabs}
                isMe={member.user.id === me}
                // A document needs an owner.
                mayChange={level === 'owner' && !(member.user.id === me && owners(members) === 1)}
                mayLeave={member.user.id === me && !(member.level === 'owner' && owners(members) === 1)}
                setLevel={(wanted) =>
                  void put(member, { level: wanted, ...(keepsLimit(wanted, member) && { tabs: member.tabs ?? [] }) })
                }
                ask={(what) => setAsking({ what, member })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {asking?.what === 'limit' && (
        <Limit
          member={asking.member}
          tabs={tabs}
          onClose={() => setAsking(null)}
          save={async (chosen) => {
            if (await put(asking.member, { level: asking.member.level, ...(chosen !== null && { tabs: chosen }) }))
              setAsking(null);
          }}
        />
      )}
      {asking?.what === 'remove' && (
        <AlertDialog
          open
          onOpenChange={() => setAsking(null)}
          title={
            asking.member.user.id === me ? shareTexts.leaveDocumentQuestion : shareTexts.removeQuestion(asking.member.user.name)
          }
          description={shareTexts.removeAbout}
          confirm={asking.member.user.id === me ? shareTexts.leave : shareTexts.remove}
          busy={busy}
          onConfirm={() => remove(asking.member)}
        />
      )}
    </>
  );
}

const owners = (members: readonly Member[]): number => members.filter(({ level }) => level === 'owner').length;

/** Only editors have a limit to some tabs: other members cannot edit anyway, and owners are not limited. */
const keepsLimit = (wanted: Level, member: Member): boolean => wanted === 'editor' && (member.tabs?.length ?? 0) > 0;

type RowProps = {
  readonly member: Member;
  readonly tabs: readonly NamedTab[];
  readonly isMe: boolean;
  readonly mayChange: boolean;
  readonly mayLeave: boolean;
  readonly setLevel: (level: Level) => void;
  readonly ask: (what: Asking['what']) => void;
};

function Row({ member, tabs, isMe, mayChange, mayLeave, setLevel, ask }: RowProps) {
  const { user, level } = member;
  const limit = limitText(member.tabs, tabs);
  return (
    <li className={css['member']}>
      <Avatar name={user.name} color={user.color} unspoken />
      <span className={css['words']}>
        <span className={css['name']}>{isMe ? shareTexts.you(user.name) : user.name}</span>
        {limit !== null && <span className={css['about']}>{limit}</span>}
      </span>
      {mayChange && level === 'editor' && tabs.length > 1 && (
        <IconButton size="sm" label={shareTexts.tabPermissionsOf(user.name)} icon={<ListChecks />} onClick={() => ask('limit')} />
      )}
      {mayChange ? (
        <Select
          className={css['level']}
          label={shareTexts.roleOf(user.name)}
          labelUnseen
          plain
          options={memberLevels}
          value={level}
          onChange={setLevel}
        />
      ) : (
        <span className={css['fixed']}>{levelTitles[level]}</span>
      )}
      {(isMe ? mayLeave : mayChange) && (
        <IconButton
          size="sm"
          label={isMe ? shareTexts.leaveDocument : shareTexts.removeNamed(user.name)}
          icon={<UserMinus />}
          onClick={() => ask('remove')}
        />
      )}
    </li>
  );
}

type LimitProps = {
  readonly member: Member;
  readonly tabs: readonly NamedTab[];
  readonly onClose: () => void;
  readonly save: (chosen: readonly string[] | null) => Promise<void>;
};

function Limit({ member, tabs, onClose, save }: LimitProps) {
  const [chosen, setChosen] = useState<readonly string[] | null>(member.tabs ?? null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={shareTexts.tabPermissionsOf(member.user.name)}
      onSubmit={() => void save(chosen)}
      footer={
        <>
          <Button onClick={onClose}>{shareTexts.cancel}</Button>
          <Button type="submit" kind="primary" disabled={chosen?.length === 0}>
            {shareTexts.save}
          </Button>
        </>
      }
    >
      <TabLimit tabs={tabs} chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}
