/** past-list: what changed since the last visit, the named versions, and what people and agents did, day by day. */
import { Flag, History, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import type { Activity, TabDiff } from '#schema/history.ts';
import { limits } from '#schema/limits.ts';

import { failureText } from '../api/call.ts';
import { countsText } from '../people/notice-groups.ts';
import type { Editor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { pastTexts } from '../strings/past.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { dayText, momentText, spanText } from './moment-text.ts';
import css from './past-list.module.css';
import type { PastPlayer } from './past-player.ts';

type Props = { readonly player: PastPlayer; readonly since: number | null; readonly live: Editor };

export function PastList({ player, since, live }: Props) {
  const diff = useValue(player.diff);
  return (
    <aside className={css['list']} aria-label={pastTexts.changes}>
      {since !== null && diff !== null && <Since diff={diff} since={since} />}
      <Versions player={player} live={live} />
      <Activities player={player} />
      <p className={css['muted']}>{pastTexts.cardsAreCurrent}</p>
    </aside>
  );
}

const focusNow = (field: HTMLInputElement | null): void => field?.focus();

const kinds = { '+': pastTexts.added, '~': pastTexts.changed, '-': pastTexts.removed } as const;

function Since({ diff, since }: { readonly diff: TabDiff; readonly since: number }) {
  const results = diff.results.filter(({ mark }) => mark in kinds);
  return (
    <section className={css['part']}>
      <h3>{pastTexts.sinceTime(momentText(since))}</h3>
      {results.length === 0 && <p className={css['muted']}>{pastTexts.noneSince}</p>}
      <ul>
        {results.slice(0, 50).map(({ id, mark, kind, label, ref, last }) => (
          <li key={id} className={css['row']}>
            {last !== undefined && <Avatar {...last.author} agent={last.changeset !== null} size="sm" unspoken />}
            <span className={css['words']}>
              <span className={css['what']}>
                {kinds[mark as keyof typeof kinds]}: {label ?? (kind === '' ? ref : kind)}
              </span>
              {last !== undefined && (
                <span className={css['muted']}>
                  {last.author.name} · {momentText(last.at)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Versions({ player, live }: Omit<Props, 'since'>) {
  const versions = useValue(player.versions);
  const shown = useValue(player.version);
  const [name, setName] = useState<string | null>(null);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = name?.trim() ?? '';
    if (wanted === '') return;
    try {
      await player.name(wanted);
      live.announce(pastTexts.versionNamed(wanted));
      setName(null);
    } catch (error) {
      live.tell({ text: failureText(error), kind: 'failure' });
    }
  };
  const remove = async (version: (typeof versions)[number]): Promise<void> => {
    try {
      await player.removeVersion(version);
      live.tell({ text: pastTexts.versionRemoved(version.name) });
    } catch (error) {
      live.tell({ text: failureText(error), kind: 'failure' });
    }
  };
  return (
    <section className={css['part']}>
      <h3>{pastTexts.versions}</h3>
      <ul>
        {versions.map((version) => (
          <li key={version.id} className={css['version']}>
            <button
              type="button"
              className={css['row']}
              aria-current={shown?.id === version.id || undefined}
              onClick={() => void player.goToVersion(version)}
            >
              <Flag aria-hidden />
              <span className={css['words']}>
                <span className={css['what']}>{version.name}</span>
                <span className={css['muted']}>
                  {momentText(version.at)} · {version.author.name}
                </span>
              </span>
            </button>
            <IconButton
              size="sm"
              label={pastTexts.removeVersion(version.name)}
              icon={<Trash2 />}
              onClick={() => void remove(version)}
            />
          </li>
        ))}
      </ul>
      {name === null ? (
        <Button size="sm" icon={<Flag />} disabled={shown !== null} onClick={() => setName('')}>
          {pastTexts.nameVersion}
        </Button>
      ) : (
        <form className={css['naming']} onSubmit={(event) => void save(event)}>
          <TextField
            label={pastTexts.name}
            labelUnseen
            value={name}
            onChange={setName}
            maxLength={limits.nameCharacters}
            ref={focusNow}
          />
          <Button type="submit" kind="primary" size="sm" disabled={name.trim() === ''}>
            {pastTexts.saveName}
          </Button>
          <Button kind="quiet" size="sm" onClick={() => setName(null)}>
            {pastTexts.cancel}
          </Button>
        </form>
      )}
    </section>
  );
}

function Activities({ player }: { readonly player: PastPlayer }) {
  const activity = useValue(player.activity);
  const stops = useValue(player.stops);
  const index = useValue(player.index);
  const version = useValue(player.version);
  const hasMore = useValue(player.hasMore);
  if (activity === null) return null;
  if (activity.length === 0)
    return (
      <EmptyState icon={<History />} title={pastTexts.nothingYet}>
        {pastTexts.whatPeopleAndAgentsDo}
      </EmptyState>
    );
  const current = version === null ? stops[index]?.entry : undefined;
  const days = Map.groupBy(activity, ({ to }) => dayText(to));
  return (
    <>
      {[...days].map(([day, entries]) => (
        <section key={day} className={css['part']}>
          <h3>{day}</h3>
          <ol>
            {entries.map((entry) => (
              <li key={`${entry.rev} ${entry.author.name}`}>
                <button
                  type="button"
                  className={css['row']}
                  aria-current={entry === current || undefined}
                  onClick={() => {
                    player.pause();
                    void player.goToRev(entry.rev);
                  }}
                >
                  <Avatar {...entry.author} agent={entry.agent} size="sm" unspoken />
                  <span className={css['words']}>
                    <span className={css['what']}>{whatText(entry)}</span>
                    <span className={css['muted']}>
                      {pastTexts.author({ name: entry.author.name, agent: entry.agent })} · {spanText(entry)}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      ))}
      {hasMore && (
        <Button kind="quiet" onClick={() => void player.loadMore()}>
          {pastTexts.loadOlder}
        </Button>
      )}
    </>
  );
}

function whatText({ changeset, elements }: Activity): string {
  if (changeset === null) return pastTexts.edited(elements);
  return changeset.summary ?? (changeset.revertOf === null ? countsText(changeset.counts) : pastTexts.reverted);
}
