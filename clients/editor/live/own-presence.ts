/**
 * own-presence: what this page shows of itself to the others in the document.
 *
 * Changes within 50 ms are sent together. At most 200 selected elements are sent, within the 4 KiB of a state: fewer with long ids.
 */
import type { Awareness } from 'y-protocols/awareness';

import { limits } from '#schema/limits.ts';

import { storable } from '../changes/text.ts';
import { boundBeam, type LaserBeam } from './laser-beam.ts';
import type { SentReaction } from './sent-reaction.ts';

type Point = { readonly x: number; readonly y: number };

/** A cell of a sheet, by ids. */
export type CellAddress = { readonly sheet: string; readonly row: string; readonly col: string };

/** An element's id, and its label as it is typed so far. */
export type Typing = { readonly id: string; readonly text: string };

export type PresenceFields = {
  readonly tab: string | null;
  readonly selection: readonly string[];
  readonly cursor: Point | null;
  readonly viewport: (Point & { readonly width: number; readonly height: number }) | null;
  /** The active cell of the open sheet. */
  readonly cell: CellAddress | null;
  readonly laser: LaserBeam | null;
  /** Set while others are asked to come here: another number each time. */
  readonly spotlight: number | null;
  /** The label that is being typed. Others do not see it while it is longer than `limits.typingCharacters`. */
  readonly typing: Typing | null;
  readonly reaction: SentReaction | null;
};

const pauseMs = 50;
const selectionMax = 200;
/** Of 4,096 bytes: the rest is for the user, which the server adds, and for the numbers. */
const selectionBytes = 3_000;
/** Of the line of a laser pointer with the longest coordinates. */
const laserBytes = 900;
/** Of the longest text that is being typed: at three bytes a character, as in Chinese. */
const typingBytes = 1_600;
const reactionBytes = 120;

export class OwnPresence {
  readonly #awareness: Awareness;
  #fields: PresenceFields = {
    tab: null,
    selection: [],
    cursor: null,
    viewport: null,
    cell: null,
    laser: null,
    spotlight: null,
    typing: null,
    reaction: null,
  };
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sentAt = 0;

  constructor(awareness: Awareness) {
    this.#awareness = awareness;
    awareness.setLocalState({ ...this.#fields });
  }

  show(change: Partial<PresenceFields>): void {
    this.#fields = { ...this.#fields, ...change };
    this.#timer ??= setTimeout(() => this.#send(), Math.max(0, this.#sentAt + pauseMs - Date.now()));
  }

  destroy(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #send(): void {
    this.#timer = null;
    this.#sentAt = Date.now();
    const { tab, selection, cursor, viewport, cell, laser, spotlight, typing, reaction } = this.#fields;
    const typed = typing === null ? null : boundTyping(typing);
    const taken =
      (laser === null ? 0 : laserBytes) + (typed === null ? 0 : typingBytes) + (reaction === null ? 0 : reactionBytes);
    this.#awareness.setLocalState({
      tab,
      selection: boundSelection(selection, selectionBytes - taken),
      cursor: cursor === null ? null : { x: Math.round(cursor.x), y: Math.round(cursor.y) },
      viewport: viewport === null ? null : rounded(viewport),
      ...(cell !== null && { cell }),
      ...(laser !== null && { laser: boundBeam(laser) }),
      ...(spotlight !== null && { spotlight }),
      ...(typed !== null && { typing: typed }),
      ...(reaction !== null && { reaction: { ...reaction, x: Math.round(reaction.x), y: Math.round(reaction.y) } }),
    });
  }
}

/** Null if the text is too long to be seen before it is written. */
function boundTyping({ id, text }: Typing): Typing | null {
  const typing = { id, text: storable(text, Infinity) };
  const bytes = new TextEncoder().encode(JSON.stringify(typing)).length;
  return typing.text.length <= limits.typingCharacters && bytes <= typingBytes ? typing : null;
}

/** Ids are ASCII. */
export function boundSelection(ids: readonly string[], bytesMax = selectionBytes): string[] {
  const kept: string[] = [];
  let bytes = 0;
  for (const id of ids.slice(0, selectionMax)) {
    bytes += id.length + 3;
    if (bytes > bytesMax) break;
    kept.push(id);
  }
  return kept;
}

const rounded = ({ x, y, width, height }: NonNullable<PresenceFields['viewport']>): NonNullable<PresenceFields['viewport']> => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});
