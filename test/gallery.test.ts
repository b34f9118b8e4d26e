/**
 * gallery: docs/gallery and docs/drawing are what their changesets draw, and each drawing of the gallery is as tidy as it looks.
 *
 * The measurements are independent of the lint: they go by the outlines as they are drawn and by the text table.
 */
import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { labelRect } from '#core/drawing/drawn-routes.ts';
import { routeOf } from '#core/drawing/drawn-routes.ts';
import { lint } from '#core/lint/lint.ts';
import { distanceTo, linesOfPath, linesOfRect } from '#core/shapes/outline-points.test-support.ts';
import { shapes } from '#core/shapes/shape-list.ts';
import { readXml } from '#core/render/strict-xml.test-support.ts';
import type { TabIndex } from '#core/tab/tab-index.ts';
import { labelBox } from '#core/text/label-box.ts';
import { labelLines } from '#core/text/label-lines.ts';
import { textWidth } from '#core/text/width.ts';
import { type Arrow, type Box, isContainer, isPinned, type Point } from '#schema/element.ts';
import type { Rect } from '#schema/tab.ts';
import { embeddedFonts } from '#server/pictures/font-files.ts';
import { GraphvizEngine } from '#server/planner/flow-engine.ts';

import { comparisons } from './gallery/comparisons.ts';
import { pictureOf, tabOf } from './gallery/draw.ts';
import { type GalleryDrawing, drawings } from './gallery/drawings.ts';
import { changesetOf, importedDrawings, withExamples } from './gallery/imports.ts';
import { indexPage } from './gallery/index-page.ts';

const docs = new URL('../docs/', import.meta.url);
const folder = new URL('gallery/', docs);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const { flow } = await GraphvizEngine.load();
const fonts = embeddedFonts();

/** Pixels by which two rectangles lie in each other on both axes; 0 or less when they do not. */
const overlap = (a: Rect, b: Rect): number =>
  Math.min(
    Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
  );

const isInside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

function outlineLines(box: Box): Point[][] {
  if (box.type !== 'shape' || box.shape === 'plan-board' || box.shape === 'plan-sheet') return linesOfRect(box, 0);
  const { body, behind = [] } = shapes[box.shape].outline(box);
  // The name of an actor is below it, and arrows end below the name.
  const named = box.shape === 'actor' ? linesOfRect(box, 0) : [];
  return [...(typeof body === 'number' ? linesOfRect(box, body) : linesOfPath(body)), ...behind.flatMap(linesOfPath), ...named];
}

const boxAt = (arrow: Arrow, end: 'from' | 'to', tab: TabIndex): Box =>
  tab.get((arrow[end] as { element: string }).element) as Box;

describe.each(drawings)('$title', (drawing: GalleryDrawing) => {
  const tab = tabOf(drawing, read(`${drawing.name}.txt`), flow);
  const boxes = [...tab.boxes()];
  const solid = boxes.filter((box) => !isContainer(box));

  test('is drawn as it was looked at', () => {
    const svg = pictureOf(tab, fonts);
    readXml(svg.trim());
    expect(svg === read(`${drawing.name}.svg`), 'run `npm run gallery` and look at the picture').toBe(true);
  });

  test('its lint is clean, or remarks on what is said to be meant', () => {
    const codes = new Set(lint(tab).findings.map(({ code }) => code));
    expect([...codes]).toEqual(drawing.remark === undefined ? [] : [drawing.remark.code]);
  });

  test('every arrow ends on the outlines of its boxes', () => {
    for (const arrow of tab.arrows()) {
      const points = routeOf(arrow, tab);
      for (const [end, at] of [
        ['from', points[0]],
        ['to', points.at(-1)],
      ] as const) {
        if (!isPinned(arrow[end])) continue;
        if (arrow[end].level !== undefined) {
          const { x, y, width, height, lifeline } = boxAt(arrow, end, tab);
          expect([tab.refOf(arrow.id), end, Math.abs(at![0] - x - width / 2) <= 5]).toEqual([tab.refOf(arrow.id), end, true]);
          expect(at![1]).toBeLessThan(y + height + (lifeline?.length ?? 0));
          continue;
        }
        const away = distanceTo(outlineLines(boxAt(arrow, end, tab)), at!);
        expect([tab.refOf(arrow.id), end, away < 1, away]).toEqual([tab.refOf(arrow.id), end, true, away]);
      }
    }
  });

  test('no label of an arrow lies on a box or on another label', () => {
    const labels = [...tab.arrows()].flatMap((arrow) => {
      const rect = labelRect(arrow, tab);
      return rect === null ? [] : [{ id: arrow.id, rect }];
    });
    for (const { id, rect } of labels) {
      expect(solid.filter((box) => overlap(box, rect) > 0).map((box) => [id, box.id])).toEqual([]);
      expect(labels.filter((other) => other.id < id && overlap(other.rect, rect) > 0).map((other) => [id, other.id])).toEqual([]);
    }
  });

  test('every text fits its box', () => {
    for (const box of boxes) {
      if (box.type === 'table') {
        for (const [index, cell] of [box.columns, ...box.rows]
          .flatMap((row) => row.map((text, column) => [column, text] as const))
          .entries()) {
          const isHead = index < box.columns.length;
          const width = textWidth(cell[1], 14, box.font ?? 'sans', isHead ? 600 : 400);
          expect([cell[1], width <= box.width / box.columns.length - 20]).toEqual([cell[1], true]);
        }
        continue;
      }
      const { lines, need, hold, sizePx } = labelLines(box);
      const widest = Math.max(
        0,
        ...lines.map((line) => textWidth(line, sizePx, box.font ?? 'sans', isContainer(box) ? 600 : 400)),
      );
      expect([box.id, need <= hold || box.type === 'text', widest <= labelBox(box).width + 0.01]).toEqual([box.id, true, true]);
    }
  });

  test('no two boxes overlap, and frames hold what lies in them whole', () => {
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        if (overlap(a, b) <= 0) continue;
        const holds = (isContainer(a) && isInside(b, a)) || (isContainer(b) && isInside(a, b));
        expect([a.id, b.id, holds]).toEqual([a.id, b.id, true]);
      }
    }
  });
});

describe('how diagrams are drawn', () => {
  const page = readFileSync(new URL('drawing.md', docs), 'utf8');
  test.each([...comparisons])('$name is drawn as it was looked at', (drawing) => {
    const readDrawn = (ending: string): string => readFileSync(new URL(`drawing/${drawing.name}${ending}`, docs), 'utf8');
    const tab = tabOf(drawing, readDrawn('.txt'), flow);
    expect(pictureOf(tab, fonts) === readDrawn('.svg'), 'run `npm run gallery` and look at the picture').toBe(true);
    for (const ending of ['.txt', '.svg', '-before.svg']) expect(page).toContain(`(drawing/${drawing.name}${ending})`);
  });

  test('its folder holds nothing else', () => {
    const shown = comparisons.flatMap(({ name }) => ['-before.svg', '.svg', '.txt'].map((ending) => name + ending));
    expect(readdirSync(new URL('drawing/', docs)).toSorted()).toEqual(shown.toSorted());
  });

  test('its example is drawn without a finding', () => {
    const example = page.split('```')[1] ?? '';
    expect(lint(tabOf({ title: 'Example', theme: 'light' }, example, flow)).findings).toEqual([]);
  });
});

test('the page shows every drawing, and there is nothing in the folder that it does not show', () => {
  expect(read('README.md')).toBe(indexPage(drawings));
  const shown = drawings.flatMap(({ name }) => [`${name}.svg`, `${name}.txt`]);
  expect(readdirSync(folder).toSorted()).toEqual([...shown, 'README.md'].toSorted());
});

describe('docs/import', () => {
  const textOf = (name: string): string => readFileSync(new URL(`import/${name}.mmd`, docs), 'utf8');

  test.each(importedDrawings)('$title is drawn as its text is imported, and the lint finds nothing in it', (drawing) => {
    const tab = tabOf(drawing, changesetOf(textOf(drawing.name)), flow);
    expect(readFileSync(new URL(`import/${drawing.name}.svg`, docs), 'utf8')).toBe(pictureOf(tab, fonts));
    expect(lint(tab).findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  test('the page shows every text beside its drawing (`npm run gallery` writes it)', () => {
    const page = readFileSync(new URL('import.md', docs), 'utf8');
    expect(withExamples(page, textOf)).toBe(page);
  });
});
