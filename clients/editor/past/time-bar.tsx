/** time-bar: the slider over the moments, with a mark for each change in the color of its author, and playback. */
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';

import { useValue } from '../state/signal.ts';
import { pastTexts } from '../strings/past.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { momentText } from './moment-text.ts';
import type { PastPlayer } from './past-player.ts';
import css from './time-bar.module.css';

export function TimeBar({ player }: { readonly player: PastPlayer }) {
  const stops = useValue(player.stops);
  const index = useValue(player.index);
  const playing = useValue(player.playing);
  const last = stops.length - 1;
  const go = (to: number) => (): void => {
    player.pause();
    void player.goTo(to);
  };
  const earlier = stops.findLastIndex(({ isLast }, at) => isLast && at < index);
  const later = stops.findIndex(({ isLast }, at) => isLast && at > index);
  const stop = stops[index];
  const spoken =
    stop === undefined
      ? ''
      : `${momentText(stop.entry.to)}, ${pastTexts.author({ name: stop.entry.author.name, agent: stop.entry.agent })}`;
  return (
    <div className={css['bar']}>
      <IconButton
        label={playing ? pastTexts.pause : pastTexts.play}
        icon={playing ? <Pause /> : <Play />}
        side="top"
        disabled={last < 1}
        onClick={() => (playing ? player.pause() : player.play())}
      />
      <IconButton label={pastTexts.earlier} icon={<ChevronLeft />} side="top" disabled={earlier < 0} onClick={go(earlier)} />
      <div className={css['track']}>
        <div className={css['marks']} aria-hidden>
          {stops.map(
            ({ rev, entry, isLast }, at) =>
              isLast && (
                <span
                  key={rev}
                  className={css['mark']}
                  data-agent={entry.agent || undefined}
                  style={{ left: `${last < 1 ? 100 : (at / last) * 100}%`, background: entry.author.color }}
                />
              ),
          )}
        </div>
        <input
          type="range"
          className={css['slider']}
          aria-label={pastTexts.moment}
          aria-valuetext={spoken}
          min={0}
          max={Math.max(0, last)}
          value={Math.min(index, Math.max(0, last))}
          disabled={last < 1}
          onChange={(event) => go(Number(event.target.value))()}
        />
      </div>
      <IconButton label={pastTexts.later} icon={<ChevronRight />} side="top" disabled={later < 0} onClick={go(later)} />
    </div>
  );
}
