/** links: the share links of a document, which owners create, copy and revoke. */
import { Link2, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';

import type { LinkLevel, ShareLink } from '#schema/access.ts';

import { Loaded } from '../ui/screen.tsx';
import { dayText } from '../ui/since-text.ts';
import { type Expiry, expiresAt, expiryOptions } from '../ui/token-expiry.ts';
import { useAnswer } from '../ui/use-answer.ts';
import { usePending } from '../ui/use-pending.ts';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { levelTitles, linkLevels } from './levels.ts';
import css from './share-dialog.module.css';
import { limitText, type NamedTab, TabLimit } from './tab-limit.tsx';
import { shareTexts } from '../strings/share.ts';

type LinksProps = { readonly documentId: string; readonly tabs: readonly NamedTab[] };

export function Links({ documentId, tabs }: LinksProps) {
  const request = useAnswer(
    useCallback(
      (signal: AbortSignal) => call('GET /documents/:doc/share-links', { params: { doc: documentId }, signal }),
      [documentId],
    ),
  );
  const { failure, run } = usePending({ quiet: true });
  const revoke = (link: ShareLink): void =>
    void run(async () => {
      await call('DELETE /documents/:doc/share-links/:link', { params: { doc: documentId, link: link.id } });
      request.change(({ links }) => ({ links: links.filter(({ id }) => id !== link.id) }));
    });
  return (
    <>
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <Loaded request={request}>
        {({ links }) => (
          <div className={css['links']}>
            {links.every(({ publish }) => publish) && <p className={css['none']}>{shareTexts.noShareLinks}</p>}
            {links
              .filter(({ publish }) => !publish)
              .map((link) => (
                <section key={link.id} className={css['link']} aria-label={shareTexts.linkNamed(levelTitles[link.level])}>
                  <div className={css['linkHead']}>
                    <span className={css['words']}>
                      <span className={css['name']}>{levelTitles[link.level]}</span>
                      <span className={css['about']}>{aboutLink(link, tabs)}</span>
                    </span>
                    <IconButton
                      size="sm"
                      label={shareTexts.revokeLink(levelTitles[link.level])}
                      icon={<Trash2 />}
                      onClick={() => revoke(link)}
                    />
                  </div>
                  {link.url === null ? (
                    <p className={css['none']}>{shareTexts.unreadableLink}</p>
                  ) : (
                    <CopyField label={shareTexts.link} labelUnseen value={link.url} />
                  )}
                </section>
              ))}
          </div>
        )}
      </Loaded>
      <NewLink
        documentId={documentId}
        tabs={tabs}
        onMade={(link) => request.change(({ links }) => ({ links: [...links, link] }))}
      />
    </>
  );
}

function aboutLink(link: ShareLink, tabs: readonly NamedTab[]): string {
  const end =
    link.expiresAt === null
      ? shareTexts.neverExpires
      : link.expiresAt <= Date.now()
        ? shareTexts.expired
        : shareTexts.expiresOn(dayText(link.expiresAt));
  const guests = link.guests ? shareTexts.guestsEdit : null;
  return [end, guests, limitText(link.tabs, tabs)].filter((part) => part !== null).join(' · ');
}

type NewLinkProps = {
  readonly documentId: string;
  readonly tabs: readonly NamedTab[];
  readonly onMade: (link: ShareLink) => void;
};

function NewLink({ documentId, tabs, onMade }: NewLinkProps) {
  const [level, setLevel] = useState<LinkLevel>('viewer');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const [limit, setLimit] = useState<readonly string[] | null>(null);
  const { busy, failure, run } = usePending({ quiet: true });
  const [guests, setGuests] = useState(false);
  const isForEditors = level === 'editor';
  const limited = isForEditors ? limit : null;
  const make = (): void =>
    void run(async () => {
      const body = {
        level,
        tabs: limited,
        expiresAt: expiresAt(expiry, Date.now()),
        ...(isForEditors && guests && { guests }),
      };
      const { link } = await call('POST /documents/:doc/share-links', { params: { doc: documentId }, body });
      onMade(link);
    });
  return (
    <div className={css['making']}>
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <div className={css['new']}>
        <Select label={shareTexts.anyoneWithTheLink} options={linkLevels} value={level} onChange={setLevel} />
        <Select label={shareTexts.expires} options={expiryOptions} value={expiry} onChange={setExpiry} />
      </div>
      {isForEditors && (
        <Checkbox
          label={shareTexts.letGuestsEdit}
          description={shareTexts.letGuestsEditAbout}
          checked={guests}
          onChange={setGuests}
        />
      )}
      {isForEditors && tabs.length > 1 && <TabLimit tabs={tabs} chosen={limit} onChange={setLimit} />}
      <Button icon={<Link2 aria-hidden />} busy={busy} disabled={limited?.length === 0} onClick={make}>
        {shareTexts.createLink}
      </Button>
      <p className={css['about']}>
        {isForEditors ? (guests ? shareTexts.editingGuestsAbout : shareTexts.editLinksAbout) : shareTexts.linksAbout(level)}
      </p>
    </div>
  );
}
