import { describe, expect, test } from 'vitest';

import type { Box } from '#schema/element.ts';
import type { TabState } from '#schema/tab.ts';

import { labelRect } from '../drawing/drawn-routes.ts';
import { writeDrawio } from '../export/drawio/write-drawio.ts';
import { writeExcalidraw } from '../export/excalidraw/write-excalidraw.ts';
import { LintCache } from '../lint/incremental.ts';
import { lint } from '../lint/lint.ts';
import { apply, drawn, named, planned, tabWith } from '../ops/drawn.test-support.ts';
import { lines } from '../views/lines.ts';
import { FontUse } from './font-use.ts';
import { LiveDrawing } from './live-drawing.ts';
import { renderSvg } from './render-svg.ts';
import { SketchMemory } from './sketch/sketch-memory.ts';
import { inLook } from './theme.ts';
import { light } from './themes/light.ts';

const look = { look: 'hand-drawn' } as const;
const drawing = drawn(
  [
    'add square id=a "Orders" at:0,0',
    'add ellipse id=b "Payments" at:400,0',
    'add sticky id=c "Later" at:700,0',
    'add square id=d "Plain" font=sans border=dashed at:0,200',
    'add table id=t label="T" columns=["a","b"] rows=[["1","2"]] at:0,400',
    'connect a -> b "asks for the money" id=ab',
    'connect b -> c id=bc heads=both',
  ].join('\n'),
);
const tabIn = (settings: Partial<TabState>) => tabWith(drawing.elements(), settings);
const pathsOf = (svg: string): string[] => Array.from(svg.matchAll(/ d="([^"]*)"/g), ([, path = '']) => path);
/** The drawing of one element in a picture. */
const partOf = (svg: string, slug: string): string =>
  svg.split('data-id="').find((part) => part.startsWith(named(drawing, slug).id)) ?? '';
/** A live drawing, as the page has it. */
function livePaths(tab: ReturnType<typeof tabIn>): string[] {
  const scene = {
    theme: inLook(light, tab.settings),
    fonts: new FontUse(),
    sketches: new SketchMemory(),
    image: () => null,
    icon: () => null,
    cards: new Map(),
    sheet: () => null,
  };
  const live = new LiveDrawing(tab, scene);
  return [...live.pieces()].flatMap(({ draw }) => [...pathsOf(draw().source), ...pathsOf(draw().source)]);
}

describe('a hand-drawn tab', () => {
  test('RD200 outlines, lines and heads are sketched, dashed ones once', () => {
    const svg = renderSvg(tabIn(look));
    const clean = renderSvg(tabIn({}));
    for (const [slug, plain, sketched] of [['a', 0, 2], ['b', 1, 2], ['c', 0, 2], ['ab', 2, 3], ['bc', 3, 5]] as const) {
      expect(pathsOf(partOf(clean, slug)), slug).toHaveLength(plain);
      expect(pathsOf(partOf(svg, slug)), slug).toHaveLength(sketched);
    } // prettier-ignore
    const strokes = (slug: string): number => (pathsOf(partOf(svg, slug)).at(-1) ?? '').split('M').length - 1;
    expect([strokes('a'), strokes('d')]).toEqual([2, 1]);
    expect(partOf(svg, 'd')).toContain('stroke-dasharray');
  });

  test('RD201 the page draws what a picture draws, at first and again, and whatever else is on the tab', () => {
    const tab = tabIn(look);
    const inPicture = new Set(pathsOf(renderSvg(tab)));
    const onPage = livePaths(tab);
    expect(onPage.length).toBeGreaterThan(20);
    for (const path of onPage) expect(inPicture).toContain(path);
    const alone = renderSvg(tabWith([named(drawing, 'a')], look));
    expect(pathsOf(partOf(alone, 'a'))).toEqual(pathsOf(partOf(renderSvg(tab), 'a')));
  });

  test('RD203 another look of the tab than hand-drawn draws the tab as it is without one, in any theme', () => {
    expect(renderSvg(tabIn({ look: 'clean' }))).toBe(renderSvg(tabIn({})));
    expect(inLook(light, {})).toBe(light);
  });

  test('RD202 texts without a font are handwritten, and labels of arrows as wide as that', () => {
    const svg = renderSvg(tabIn(look));
    for (const slug of ['a', 'b', 'c', 't']) expect(partOf(svg, slug), slug).toContain('Kalam');
    expect(partOf(svg, 'd')).not.toContain('Kalam');
    expect(renderSvg(tabIn({}))).not.toContain('Kalam');
    const [wide, narrow] = [{}, look].map((settings) => labelRect(named(drawing, 'ab'), tabIn(settings))?.width ?? 0);
    expect(narrow).toBeLessThan(wide ?? 0);
  });

  test('RD202 new elements are as large as their handwriting, which they do not name', () => {
    const add = 'add text id=words "The quick brown fox jumps over it"\nadd square id=box "Tele"';
    const sizes = [{}, look].map((settings) => {
      const tab = tabWith([], settings);
      apply(tab, planned(tab, add).edits);
      apply(tab, planned(tab, 'set box label="Telecommunications"').edits);
      return ['words', 'box'].map((slug) => {
        const box = named<Box>(tab, slug);
        expect(box).not.toHaveProperty('font');
        return box.width;
      });
    });
    expect(sizes[1]?.[0]).toBeLessThan(sizes[0]?.[0] ?? 0);
    expect(sizes[1]?.[1]).toBeLessThan(sizes[0]?.[1] ?? 0);
  });

  test('RD202 lint measures handwriting, also after the look changed', () => {
    const tab = tabWith([], look);
    apply(tab, planned(tab, 'add square id=box "Telecommunications" width=160 height=80').edits);
    const codes = (findings: { readonly findings: readonly { readonly code: string }[] }) =>
      findings.findings.map(({ code }) => code);
    const clean = tabWith(tab.elements());
    expect(codes(lint(clean))).toContain('label-overflow');
    expect(codes(lint(tab))).not.toContain('label-overflow');
    const cache = new LintCache();
    for (const each of [clean, tab, clean]) expect(cache.lint(each)).toEqual(lint(each));
  });

  test('RD202 the lines of a tab rebuild it on a tab of either look', () => {
    const tab = tabWith([], look);
    apply(tab, planned(tab, 'add text id=words "The quick brown fox jumps over it"\nadd square id=a "A" at:0,200').edits);
    for (const settings of [{}, look]) {
      const rebuilt = tabWith([], settings);
      apply(rebuilt, planned(rebuilt, lines(tab)).edits);
      for (const slug of ['words', 'a']) {
        const { width, height } = named<Box>(tab, slug);
        expect(named<Box>(rebuilt, slug)).toMatchObject({ width, height });
      }
    }
  });

  test('other programs get rough lines and handwriting', () => {
    const options = { theme: light, image: () => null };
    const [clean, rough] = [{}, look].map((settings) => writeExcalidraw(tabIn(settings), null, options).text);
    expect(clean).toContain('"roughness": 0');
    expect(rough).toContain('"roughness": 1');
    expect(rough).toContain('"fontFamily": 5');
    const [even, sketched] = [{}, look].map((settings) => writeDrawio(tabIn(settings), null, options).text);
    expect(even).not.toContain('sketch=1');
    expect(sketched).toContain('sketch=1');
    expect(sketched).toContain('Comic Sans MS');
  });
});
