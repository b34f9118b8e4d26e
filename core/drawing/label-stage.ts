/**
 * The places of the labels of arrows, kept up to date with lines and boxes [LB1].
 *
 * First each label is placed by itself among boxes and lines. Then, in two rounds in the order of ids, those that overlap others are
 * placed again: a label sees those before it where this round puts them, and those after it where the round before did. The reach of a
 * label is all that was looked at for its place, so a change elsewhere does not affect it.
 */
import type { Rect } from '#schema/tab.ts';

import { endHeadsOf } from '../arrows/end-heads.ts';
import { labelSize } from '../arrows/label-size.ts';
import { grown, sameRect } from '../tab/rect.ts';
import type { Font } from '../text/metrics.ts';
import { boundsFrom } from './bounds.ts';
import type { Dependencies } from './dependencies.ts';
import { fixedRect, messageRect } from './fixed-label.ts';
import {
  contestedLabels,
  hasLabel,
  haveSameText,
  isSamePlace,
  kept,
  type LabelledLine,
  type LabelledLines,
  type LabelPlace,
  type LabelPlaces,
  type LabelSubject,
  type PlacedLabel,
} from './label.ts';
import { LabelCandidates } from './label-candidates.ts';
import { bearingReach, boxCost, labelCost, LabelCosts, type LabelGround } from './label-cost.ts';
import { LabelIndex } from './label-index.ts';
import { LabelQueue } from './label-queue.ts';
import { LineParts } from './line-parts.ts';
import type { UndoLog } from './undo-log.ts';

type Round = 1 | 2;
/** What an update has to do in each round, and the places before it. */
type Work = {
  readonly queues: Readonly<Record<Round, LabelQueue>>;
  readonly before: Map<string, LabelPlace | null>;
  readonly undo: UndoLog | undefined;
};

export class LabelStage {
  readonly #font: Font;
  /** Of all lines; empty until there is a label. */
  readonly parts = new LineParts();
  readonly #costs: LabelCosts;
  readonly #candidates = new LabelCandidates();
  /** Of the label that was placed last. */
  #isCrowded = false;
  readonly #labels = new LabelIndex();
  /** False: there has been no label, and lines are not kept. */
  #isStarted = false;

  constructor(ground: LabelGround, font: Font) {
    this.#font = font;
    this.#costs = new LabelCosts(ground, this.parts);
  }

  get(id: string): LabelPlace | null {
    return this.#labels.get(id)?.places[2] ?? null;
  }

  /** The place for the label of an arrow that is not among the lines, beside the labels of the others. */
  placeOf(line: LabelledLine, lines: LabelledLines): LabelPlace | null {
    if (!this.#isStarted) this.#start(lines);
    this.#labels.fill();
    const label = this.#labelOf(line);
    if (label === null) return null;
    const {
      subject,
      isCrowded,
      places: [alone],
    } = label;
    return isCrowded || this.#labels.countIn(alone.rect, subject.id, 'last') === 0 ? alone : this.#best(subject, 'last');
  }

  /** Places the labels of lines of which it has none yet. */
  load(lines: LabelledLines): void {
    for (const { arrow } of lines.values()) if (hasLabel(arrow)) return this.#start(lines);
  }

  /**
   * Takes over these lines, and places labels again that they, or boxes in these areas, affect. Returns the arrows whose labels
   * changed.
   */
  update(
    ids: ReadonlySet<string>,
    lines: LabelledLines,
    areas: readonly Rect[],
    dependencies?: Dependencies,
    undo?: UndoLog,
  ): ReadonlySet<string> {
    if (!this.#isStarted) {
      this.load(lines);
      if (this.#isStarted) undo?.add(() => this.#clear());
      return new Set(this.#labels.all().keys());
    }
    this.#labels.fill();
    const stale = new Set<string>();
    for (const id of ids) {
      for (const part of this.parts.of(id)) this.#labels.addNearPart(part, stale);
      const line = lines.get(id);
      this.parts.replace(id, line === undefined ? null : { arrow: line.arrow, points: line.route.points }, undo);
      for (const part of this.parts.of(id)) this.#labels.addNearPart(part, stale);
      if (this.#labels.get(id) !== undefined || (line !== undefined && hasLabel(line.arrow))) stale.add(id);
    }
    for (const area of areas) for (const { id } of this.#labels.near(area)) stale.add(id);
    const work: Work = { queues: { 1: new LabelQueue(), 2: new LabelQueue() }, before: new Map(), undo };
    if (dependencies !== undefined) this.#labels.note(stale, dependencies);
    for (const id of stale) this.#placeAlone(id, lines.get(id), work);
    this.#round(1, work, dependencies);
    this.#round(2, work, dependencies);
    const changed = new Set<string>();
    if (dependencies !== undefined) this.#labels.note(work.before.keys(), dependencies);
    for (const [id, before] of work.before) if (!isSamePlace(before, this.get(id))) changed.add(id);
    return changed;
  }

  #start(lines: LabelledLines): void {
    this.#isStarted = true;
    this.parts.load(Iterator.from(lines.values()).map(({ arrow, route }) => [arrow, route.points] as const));
    for (const line of lines.values()) {
      const label = this.#labelOf(line);
      if (label !== null) this.#labels.add(line.arrow.id, label);
    }
    const contested = contestedLabels(this.#labels.all());
    if (contested.size === 0) return;
    this.#labels.fill();
    const work: Work = { queues: { 1: new LabelQueue(), 2: new LabelQueue() }, before: new Map(), undo: undefined };
    for (const id of contested) work.queues[1].add(id);
    this.#round(1, work);
    this.#round(2, work);
  }

  #clear(): void {
    this.#isStarted = false;
    this.parts.clear();
    this.#labels.clear();
  }

  /** The first step: a label among boxes and lines. */
  #placeAlone(id: string, line: LabelledLine | undefined, work: Work): void {
    const before = this.#labels.get(id);
    const label = line === undefined ? null : this.#labelOf(line, before);
    this.#set(id, label, work);
    if (before === undefined || label === null || before.isCrowded !== label.isCrowded) {
      for (const { rect } of new Set([...(before?.places ?? []), ...(label?.places ?? [])]))
        this.#queueNear(id, rect, work, [1, 2]);
    } else if (before.places[0] === label.places[0]) {
      // A label that met no other one still meets none.
      if (label.places[1] === label.places[0] && label.places[2] === label.places[0]) return;
    } else if (!sameRect(before.places[0].rect, label.places[0].rect)) {
      for (const { places } of [before, label]) this.#queueNear(id, places[0].rect, work, [1]);
    }
    if (label !== null) work.queues[1].add(id);
  }

  /** Places the labels again that may overlap others. */
  #round(round: Round, work: Work, dependencies?: Dependencies): void {
    const queue = work.queues[round];
    for (let id = queue.next(); id !== undefined; id = queue.next()) {
      const label = this.#labels.get(id);
      if (label === undefined) continue;
      if (dependencies !== undefined) this.#labels.note([id], dependencies);
      const [alone, first, second] = label.places;
      const isContested = this.#labels.isContested(id, label);
      const isTaken = isContested && this.#labels.countIn(alone.rect, id, round) > 0;
      const place = isTaken ? kept(this.#best(label.subject, round), label.places[round]) : alone;
      if (round === 1 && isContested) work.queues[2].add(id);
      const places: LabelPlaces = round === 2 ? [alone, first, place] : [alone, place, isContested ? second : alone];
      if (places[1] === first && places[2] === second) continue;
      this.#set(id, { subject: label.subject, isCrowded: label.isCrowded, places }, work);
      for (const at of [1, 2] as const) {
        if (sameRect(label.places[at].rect, places[at].rect)) continue;
        // In this round the others after it see the change, in the next one those before it.
        for (const { rect } of [label.places[at], places[at]]) this.#queueNear(id, rect, work, at === 1 ? [1, 2] : [2]);
      }
    }
  }

  #set(id: string, label: PlacedLabel | null, { before, undo }: Work): void {
    if (!before.has(id)) before.set(id, this.get(id));
    this.#labels.set(id, label, undo);
  }

  #queueNear(id: string, rect: Rect, { queues }: Work, rounds: readonly Round[]): void {
    for (const near of this.#labels.near(rect)) if (near.id !== id) for (const round of rounds) queues[round].add(near.id);
  }

  #labelOf(line: LabelledLine, before?: PlacedLabel): PlacedLabel | null {
    const subject = this.#subjectOf(line, before?.subject);
    if (subject === null) return null;
    const place = kept(this.#best(subject, 'alone'), before?.places[0]);
    const [, first, second] = before?.places ?? [place, place, place];
    return { subject, isCrowded: this.#isCrowded, places: [place, first, second] };
  }

  #subjectOf({ arrow, route }: LabelledLine, before: LabelSubject | undefined): LabelSubject | null {
    if (!hasLabel(arrow) || route.points.length === 0) return null;
    if (before?.arrow === arrow && before.route === route) return before;
    const isSameText = before !== undefined && haveSameText(before.arrow, arrow);
    const size = isSameText ? before.size : labelSize(arrow, this.#font);
    if (size === null) return null;
    const { heads, id } = arrow;
    const [start, end] = endHeadsOf(heads);
    return { id, arrow, route, size, hasStartHead: start !== 'none', hasEndHead: end !== 'none' };
  }

  /** Where its arrow says [LB8], else the first of the candidates that cost least. */
  #best(label: LabelSubject, among: 'alone' | 'last' | Round): LabelPlace {
    const fixed = fixedRect(label) ?? messageRect(label);
    if (fixed !== null) return this.#fixedPlace(fixed, label);
    const { points, ends } = label.route;
    const { width, height } = label.size;
    const isAngled = label.arrow.line === 'angled';
    const candidates = this.#candidates;
    candidates.start(points, label.size, isAngled);
    const rect = { x: 0, y: 0, width, height };
    let [best, least, isClear] = [0, Infinity, false];
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let index = 0; index < candidates.size; index += 1) {
      rect.x = candidates.x(index);
      rect.y = candidates.y(index);
      minX = Math.min(minX, rect.x);
      minY = Math.min(minY, rect.y);
      maxX = Math.max(maxX, rect.x + width);
      maxY = Math.max(maxY, rect.y + height);
      let cost = this.#costs.of(rect, candidates.isBeside(index), label, least);
      const coversNothing = cost === 0;
      if (cost < least && among !== 'alone') cost += labelCost * this.#labels.countIn(rect, label.id, among);
      if (cost < least) [best, least, isClear] = [index, cost, coversNothing];
      if (index === 0) this.#isCrowded = this.#costs.isCrowded;
      if (least === 0 || this.#isCrowded) break;
      if (index === 0) candidates.complete(points, label.size, isAngled);
    }
    const place = { x: candidates.x(best), y: candidates.y(best), width, height };
    return {
      rect: place,
      hides: least >= boxCost && this.#costs.hidesBox(place, ends),
      isClear,
      reach: { minX: minX - bearingReach, minY: minY - bearingReach, maxX: maxX + bearingReach, maxY: maxY + bearingReach },
    };
  }

  #fixedPlace(rect: Rect, label: LabelSubject): LabelPlace {
    const cost = this.#costs.of(rect, false, label, Infinity);
    this.#isCrowded = this.#costs.isCrowded;
    const hides = this.#costs.hidesBox(rect, label.route.ends);
    return { rect, hides, isClear: cost === 0, reach: boundsFrom(grown(rect, bearingReach)) };
  }
}
