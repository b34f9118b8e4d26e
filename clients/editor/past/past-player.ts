/**
 * past-player: steps through the earlier moments of a tab. The last requested moment is shown; readings that were requested before it and
 * arrive later are dropped.
 */
import type { Activity, TabDiff } from '#schema/history.ts';
import { jsonEqual } from '#schema/json-equal.ts';
import type { TabReading, TabSettings } from '#schema/tab.ts';
import type { Version } from '#schema/version.ts';

import { call, failureText } from '../api/call.ts';
import { Signal } from '../state/signal.ts';
import { type Stop, stopAt, stopsOf } from './past-stops.ts';
import { PastTab, storedOf } from './past-tab.ts';

/** How long playback shows each moment. */
const playMs = 900;
/** Readings that are kept, so that stepping back needs no call. */
const readingsMax = 30;
const pageSize = 100;

/** An element that the shown moment changed, with the author. */
type PastMark = { readonly id: string; readonly name: string; readonly color: string };

type PastPlace = { readonly documentId: string; readonly tabId: string };

export class PastPlayer {
  readonly tab: PastTab;
  /** Newest first; null until they are loaded. */
  readonly activity = new Signal<readonly Activity[] | null>(null);
  readonly stops = new Signal<readonly Stop[]>([]);
  readonly versions = new Signal<readonly Version[]>([]);
  /** The index of the shown stop. */
  readonly index = new Signal(0);
  /** The named version that is shown; null: a stop. */
  readonly version = new Signal<Version | null>(null);
  readonly loading = new Signal(true);
  readonly playing = new Signal(false);
  readonly failure = new Signal<string | null>(null);
  /** What changed since the last visit. */
  readonly diff = new Signal<TabDiff | null>(null);
  readonly marks = new Signal<readonly PastMark[]>([]);
  /** Whether there is older activity. */
  readonly hasMore = new Signal(false);
  readonly #place: PastPlace;
  readonly #ending = new AbortController();
  readonly #readings = new Map<string, TabReading>();
  #wanted = '';
  #next: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(place: PastPlace, settings: TabSettings) {
    this.#place = place;
    this.tab = new PastTab(settings);
  }

  /** Loads what happened, and shows the present. `since`: the last visit (ms); null: none to compare with. */
  async open(since: number | null): Promise<void> {
    await this.#attempt(async (signal) => {
      const { documentId: doc } = this.#place;
      const [{ versions }] = await Promise.all([
        call('GET /documents/:doc/versions', { params: { doc }, signal }),
        this.#load(undefined, signal),
      ]);
      this.versions.set(versions);
      this.index.set(Math.max(0, this.stops.get().length - 1));
      await this.#show(null);
      if (since === null) return;
      const diff = await this.#diffSince(since, signal);
      this.diff.set(diff);
      this.marks.set((diff?.results ?? []).flatMap(({ id, last }) => (last === undefined ? [] : [{ id, ...last.author }])));
    });
  }

  end(): void {
    this.pause();
    this.#ending.abort();
  }

  /** What `at` takes for the shown moment; null while there is none. */
  get at(): string | number | null {
    return this.version.get()?.id ?? this.stops.get()[this.index.get()]?.rev ?? null;
  }

  get isPresent(): boolean {
    return this.version.get() === null && this.index.get() >= this.stops.get().length - 1;
  }

  async goTo(index: number): Promise<void> {
    const last = this.stops.get().length - 1;
    this.index.set(Math.max(0, Math.min(index, last)));
    this.version.set(null);
    this.#unmark();
    await this.#attempt(async () => {
      await this.#show(this.at);
      await this.#markStop();
    });
  }

  goToRev(rev: number): Promise<void> {
    return this.goTo(stopAt(this.stops.get(), rev));
  }

  async goToVersion(version: Version): Promise<void> {
    this.pause();
    const rev = version.tabs.find(({ id }) => id === this.#place.tabId)?.rev;
    if (rev !== undefined) this.index.set(stopAt(this.stops.get(), rev));
    this.version.set(version);
    this.#unmark();
    await this.#attempt(() => this.#show(version.id));
  }

  /** Plays from the shown moment to the present; from the first one if the present is shown. */
  play(): void {
    this.playing.set(true);
    const step = async (index: number): Promise<void> => {
      await this.goTo(index);
      if (!this.playing.get()) return;
      if (this.isPresent) return this.pause();
      this.#timer = setTimeout(() => void step(index + 1), playMs);
    };
    void step(this.isPresent ? 0 : this.index.get() + 1);
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing.set(false);
  }

  async loadMore(): Promise<void> {
    if (this.#next === null) return;
    const rev = this.stops.get()[this.index.get()]?.rev ?? 0;
    await this.#attempt((signal) => this.#load(this.#next ?? undefined, signal));
    this.index.set(stopAt(this.stops.get(), rev));
  }

  /** Names the shown moment. Throws CallRefused and CallUnreachable. */
  async name(name: string): Promise<void> {
    const { documentId: doc, tabId: tab } = this.#place;
    const { at } = this;
    const moment = this.isPresent || at === null ? {} : { at, tab };
    const { version } = await call('POST /documents/:doc/versions', { params: { doc }, body: { name, ...moment } });
    this.versions.set([version, ...this.versions.get()].toSorted((a, b) => b.at - a.at));
  }

  /** Throws CallRefused and CallUnreachable. */
  async removeVersion({ id }: Version): Promise<void> {
    await call('DELETE /documents/:doc/versions/:version', { params: { doc: this.#place.documentId, version: id } });
    this.versions.set(this.versions.get().filter((version) => version.id !== id));
    if (this.version.get()?.id === id) await this.goTo(this.index.get());
  }

  async #load(before: number | undefined, signal: AbortSignal): Promise<void> {
    const { documentId, tabId } = this.#place;
    const { activity, next } = await call('GET /documents/:doc/activity', {
      params: { doc: documentId },
      query: { tab: tabId, limit: pageSize, before },
      signal,
    });
    const all = [...(before === undefined ? [] : (this.activity.get() ?? [])), ...activity];
    this.#next = next;
    this.hasMore.set(next !== null);
    this.activity.set(all);
    this.stops.set(stopsOf(all));
  }

  #unmark(): void {
    this.diff.set(null);
    this.marks.set([]);
  }

  /** Marks what the shown stop changed: its changeset, or the person since the stop before. */
  async #markStop(): Promise<void> {
    const [stops, index] = [this.stops.get(), this.index.get()];
    const stop = stops[index];
    const base = stop?.entry.changeset === null ? stops[index - 1]?.rev : (stop?.rev ?? 0) - 1;
    if (stop === undefined || base === undefined || base < 1) return;
    const [before, after] = [await this.#reading(base), await this.#reading(stop.rev)];
    if (this.#wanted !== String(stop.rev)) return;
    const was = new Map(before.elements.map((view) => [view.id, view]));
    const changed = after.elements.filter((view) => {
      const earlier = was.get(view.id);
      return earlier === undefined || !jsonEqual(storedOf(earlier), storedOf(view));
    });
    this.marks.set(changed.map(({ id }) => ({ id, ...stop.entry.author })));
  }

  /** `at`: null for the present. */
  async #show(at: string | number | null): Promise<void> {
    const key = String(at);
    this.#wanted = key;
    const reading = await this.#reading(at);
    if (this.#wanted === key) this.tab.show(reading);
  }

  async #reading(at: string | number | null): Promise<TabReading> {
    const key = String(at);
    const reading = this.#readings.get(key) ?? (await this.#read(at));
    if (at !== null) this.#keep(key, reading);
    return reading;
  }

  #read(at: string | number | null): Promise<TabReading> {
    const { documentId, tabId } = this.#place;
    return call('GET /documents/:doc/tabs/:tab', {
      params: { doc: documentId, tab: tabId },
      query: at === null ? {} : { at },
      signal: this.#ending.signal,
    });
  }

  #keep(key: string, reading: TabReading): void {
    this.#readings.delete(key);
    this.#readings.set(key, reading);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > readingsMax && oldest !== undefined) this.#readings.delete(oldest);
  }

  /** Null if that moment is not kept. */
  async #diffSince(since: number, signal: AbortSignal): Promise<TabDiff | null> {
    const { documentId, tabId } = this.#place;
    const query = { view: 'diff', since: new Date(since).toISOString() } as const;
    const headers = { Accept: 'application/json' };
    try {
      return await call('GET /documents/:doc/tabs/:tab?view=diff', {
        params: { doc: documentId, tab: tabId },
        query,
        headers,
        signal,
      });
    } catch (error) {
      if (signal.aborted) throw error;
      return null;
    }
  }

  async #attempt(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#ending;
    this.loading.set(true);
    try {
      await act(signal);
      this.failure.set(null);
    } catch (error) {
      if (signal.aborted) return;
      this.pause();
      this.failure.set(failureText(error));
    } finally {
      this.loading.set(false);
    }
  }
}
