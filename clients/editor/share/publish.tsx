/** publish: the published links of a document, which show it to anyone, live: made, copied and stopped by its owners. */
import { Check, CircleStop, Code, Globe, Image } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';

import type { ShareLink } from '#schema/access.ts';

import { call } from '../api/call.ts';
import { shareTexts } from '../strings/share.ts';
import { uiTexts } from '../strings/ui.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Notice } from '../ui/notice.tsx';
import { Loaded } from '../ui/screen.tsx';
import { Select } from '../ui/select.tsx';
import { useTell } from '../ui/toast.tsx';
import { type Request, useAnswer } from '../ui/use-answer.ts';
import { usePending } from '../ui/use-pending.ts';
import { embedCode, pictureMarkdown } from './published-addresses.ts';
import css from './share-dialog.module.css';
import type { NamedTab } from './tab-limit.tsx';

type PublishProps = {
  readonly documentId: string;
  /** Of the document. */
  readonly name: string;
  readonly tabs: readonly NamedTab[];
  /** The id of the shown tab; null outside of the document. */
  readonly shownTab: string | null;
};
type Links = { links: ShareLink[] };

/** The number of readers is requested again while the dialog is open. */
const refreshMs = 3_000;

export function Publish({ documentId, name, tabs, shownTab }: PublishProps) {
  const request = useLinks(documentId);
  return (
    <div className={css['publish']}>
      <p className={css['lead']}>{shareTexts.publishAbout}</p>
      <Loaded request={request}>
        {({ links }) => {
          const published = links.filter(({ publish }) => publish);
          return (
            <>
              {published.length > 0 && (
                <div className={css['links']}>
                  {published.map((link) => (
                    <Published
                      key={link.id}
                      link={link}
                      documentId={documentId}
                      what={whatOf(link, name, tabs)}
                      request={request}
                    />
                  ))}
                </div>
              )}
              <NewPublished documentId={documentId} tabs={tabs} shownTab={shownTab} published={published} request={request} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function useLinks(documentId: string): Request<Links> {
  const ask = useCallback(
    (signal?: AbortSignal) =>
      call('GET /documents/:doc/share-links', { params: { doc: documentId }, ...(signal !== undefined && { signal }) }),
    [documentId],
  );
  const request = useAnswer(ask);
  const { change } = request;
  useEffect(() => {
    const stop = new AbortController();
    const refresh = async (): Promise<void> => {
      if (document.hidden) return;
      const answer = await ask(stop.signal).catch(() => null);
      // What was made or stopped meanwhile is not in the answer yet, or still is.
      if (answer !== null && !stop.signal.aborted)
        change((now) => ({ links: now.links.map((link) => newer(link, answer.links)) }));
    };
    const timer = setInterval(() => void refresh(), refreshMs);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [ask, change]);
  return request;
}

const newer = (link: ShareLink, answer: readonly ShareLink[]): ShareLink => answer.find(({ id }) => id === link.id) ?? link;

/** The name of what a link shows. */
function whatOf({ tabs: limit }: ShareLink, name: string, tabs: readonly NamedTab[]): string {
  if (limit === null) return name;
  return tabs.flatMap((tab) => (limit.includes(tab.id) ? [tab.name] : [])).join(', ') || shareTexts.deletedTab;
}

type PublishedProps = {
  readonly link: ShareLink;
  readonly documentId: string;
  readonly what: string;
  readonly request: Request<Links>;
};

function Published({ link, documentId, what, request }: PublishedProps) {
  const tell = useTell();
  const { busy, run } = usePending();
  const stop = (): void =>
    void run(async () => {
      await call('DELETE /documents/:doc/share-links/:link', { params: { doc: documentId, link: link.id } });
      request.change(({ links }) => ({ links: links.filter(({ id }) => id !== link.id) }));
      tell({ text: shareTexts.publishingStopped(what), kind: 'success' });
    });
  return (
    <section className={css['link']} aria-label={shareTexts.publishedNamed(what)}>
      <div className={css['linkHead']}>
        <span className={css['words']}>
          <span className={css['name']}>{what}</span>
          <span className={css['about']}>
            {link.tabs === null ? shareTexts.wholeDocument : shareTexts.onlyTab} · {shareTexts.readers(link.readers ?? 0)}
          </span>
        </span>
        <Button
          size="sm"
          kind="quiet"
          icon={<CircleStop aria-hidden />}
          busy={busy}
          aria-label={shareTexts.stopPublishingNamed(what)}
          onClick={stop}
        >
          {shareTexts.stopPublishing}
        </Button>
      </div>
      {link.url === null ? (
        <p className={css['none']}>{shareTexts.unreadableLink}</p>
      ) : (
        <>
          <CopyField label={shareTexts.link} labelUnseen value={link.url} />
          <div className={css['copies']}>
            <CopyButton
              icon={<Code aria-hidden />}
              label={shareTexts.copyEmbedCode}
              text={embedCode(link.embedUrl ?? '', what)}
            />
            <CopyButton icon={<Image aria-hidden />} label={shareTexts.copyPicture} text={pictureMarkdown(link.url, what)} />
          </div>
        </>
      )}
    </section>
  );
}

type CopyButtonProps = { readonly icon: ReactNode; readonly label: string; readonly text: string };

function CopyButton({ icon, label, text }: CopyButtonProps) {
  const tell = useTell();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    const succeeded = await copyText(text);
    setCopied(succeeded);
    if (!succeeded) tell({ text: uiTexts.couldNotCopy, kind: 'failure' });
  };
  return (
    <>
      <Button size="sm" icon={isCopied ? <Check aria-hidden /> : icon} onClick={() => void copy()}>
        {label}
      </Button>
      <span className="unseen" role="status">
        {isCopied && uiTexts.copied}
      </span>
    </>
  );
}

type NewPublishedProps = {
  readonly documentId: string;
  readonly tabs: readonly NamedTab[];
  readonly shownTab: string | null;
  readonly published: readonly ShareLink[];
  readonly request: Request<Links>;
};

function NewPublished({ documentId, tabs, shownTab, published, request }: NewPublishedProps) {
  const [extent, setExtent] = useState<'tab' | 'document'>('tab');
  const { busy, failure, run } = usePending({ quiet: true });
  const tab = tabs.find(({ id }) => id === shownTab) ?? tabs[0];
  const limit = extent === 'document' || tab === undefined ? null : [tab.id];
  const isThere = published.some((link) =>
    limit === null ? link.tabs === null : link.tabs?.length === 1 && link.tabs[0] === limit[0],
  );
  const publish = (): void =>
    void run(async () => {
      const body = { level: 'viewer', tabs: limit, publish: true } as const;
      const { link } = await call('POST /documents/:doc/share-links', { params: { doc: documentId }, body });
      request.change(({ links }) => ({ links: [...links, link] }));
    });
  return (
    <>
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <Select
        label={shareTexts.toPublish}
        value={extent}
        onChange={setExtent}
        options={[
          { value: 'tab', label: shareTexts.onlyTabNamed(tab?.name ?? ''), description: shareTexts.onlyTabAbout },
          { value: 'document', label: shareTexts.wholeDocument, description: shareTexts.wholeDocumentAbout },
        ]}
      />
      <Button
        kind={published.length === 0 ? 'primary' : 'secondary'}
        icon={<Globe aria-hidden />}
        busy={busy}
        disabled={isThere}
        onClick={publish}
      >
        {isThere ? shareTexts.alreadyPublished : shareTexts.publish}
      </Button>
      <p className={css['about']}>{shareTexts.publishEmbedAbout}</p>
    </>
  );
}
