/**
 * past-pane: the version history of the shown tab, over its canvas: the tab as it was, what people and agents did, named versions, and a
 * slider with playback. Nothing on it can be changed; a restore is a changeset of its own.
 */
import { Lock, PanelRight, RotateCcw, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { CanvasSurface } from '../canvas/canvas-surface.tsx';
import { ZoomBar } from '../canvas/zoom-bar.tsx';
import { commandFor, keyName } from '../state/command.ts';
import { type Editor, EditorContext, useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { pastTexts } from '../strings/past.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { momentText } from './moment-text.ts';
import { pastCommands, pastEditor } from './past-editor.ts';
import { PastList } from './past-list.tsx';
import { PastMarks } from './past-marks.tsx';
import css from './past-pane.module.css';
import { PastPlayer } from './past-player.ts';
import { TimeBar } from './time-bar.tsx';
import { useRestore } from './use-restore.ts';

type Opened = { readonly player: PastPlayer; readonly editor: Editor };

export function PastPane({ since }: { readonly since: number | null }) {
  const live = useEditor();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    live.selection.clear();
    const place = { documentId: live.session.documentId, tabId: live.tab.id };
    const player = new PastPlayer(place, live.tab.settings.get());
    const { editor, end } = pastEditor(live, player.tab);
    setOpened({ player, editor });
    void player.open(since);
    return () => {
      player.end();
      end();
    };
  }, [live, since]);
  return opened === null ? null : <OpenPane key={opened.player.tab.id} live={live} since={since} {...opened} />;
}

type PaneProps = Opened & { readonly live: Editor; readonly since: number | null };

function OpenPane({ live, since, player, editor }: PaneProps) {
  const pane = useRef<HTMLElement>(null);
  const [showsList, setShowsList] = useState(() => window.innerWidth > 760);
  const failure = useValue(player.failure);
  const isLoading = useValue(player.loading);
  const close = (): void => {
    live.past.set(null);
    live.canvas.focus();
  };
  useEffect(() => pane.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement && event.target.type !== 'range') return;
    const name = keyName(event.nativeEvent);
    if (name === 'Escape' && editor.selection.get().size === 0) close();
    else {
      const command = commandFor(pastCommands, name, editor);
      const isOnCanvas = event.target instanceof Element && event.target.closest('.canvas') !== null;
      if (command === undefined || !isOnCanvas) return;
      editor.run(command.id);
    }
    event.preventDefault();
  };
  return (
    <EditorContext value={editor}>
      {/* The keys of its canvas and its slider. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={pane}
        className={css['pane']}
        aria-label={pastTexts.versionHistory}
        tabIndex={-1}
        data-pane
        data-scrolls
        onKeyDown={onKeyDown}
      >
        <Head live={live} player={player} onClose={close} listed={showsList} onList={() => setShowsList(!showsList)} />
        <div className={css['middle']}>
          <div className={css['view']}>
            <CanvasSurface />
            <PastMarks player={player} />
            <div className={css['zoom']}>
              <ZoomBar />
            </div>
            {isLoading && (
              <div className={css['busy']}>
                <Spinner label={pastTexts.loading} />
              </div>
            )}
            {failure !== null && (
              <div className={css['failure']}>
                <Notice kind="error">{failure}</Notice>
              </div>
            )}
          </div>
          {showsList && <PastList player={player} since={since} live={live} />}
        </div>
        <TimeBar player={player} />
      </section>
    </EditorContext>
  );
}

type HeadProps = {
  readonly live: Editor;
  readonly player: PastPlayer;
  readonly onClose: () => void;
  readonly listed: boolean;
  readonly onList: () => void;
};

function Head({ live, player, onClose, listed, onList }: HeadProps) {
  const mayEdit = useValue(live.mayEdit);
  const selected = useValue(useEditor().selection);
  const stops = useValue(player.stops);
  const index = useValue(player.index);
  const version = useValue(player.version);
  const { busy, restore } = useRestore(live, player, onClose);
  const stop = stops[index];
  const isPresent = version === null && index >= stops.length - 1;
  const title = version?.name ?? (isPresent ? pastTexts.current : stop === undefined ? '' : momentText(stop.entry.to));
  return (
    <header className={css['head']}>
      <IconButton label={pastTexts.close} icon={<X />} onClick={onClose} />
      <div className={css['words']}>
        <h2>{title}</h2>
        {!isPresent && (
          <p className={css['about']}>
            {version === null
              ? stop && pastTexts.by(pastTexts.author({ name: stop.entry.author.name, agent: stop.entry.agent }))
              : momentText(version.at)}
          </p>
        )}
      </div>
      <span className={css['chip']}>
        <Lock aria-hidden /> {pastTexts.readOnly}
      </span>
      <span className={css['spring']} />
      {mayEdit && !isPresent && (
        <Button kind="primary" icon={<RotateCcw />} busy={busy} onClick={() => void restore([...selected])}>
          {selected.size === 0 ? pastTexts.restore : pastTexts.restoreSelected(selected.size)}
        </Button>
      )}
      <IconButton
        label={listed ? pastTexts.hideList : pastTexts.showList}
        icon={<PanelRight />}
        pressed={listed}
        onClick={onList}
      />
    </header>
  );
}
