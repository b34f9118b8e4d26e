import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import type { Page, TabState } from '#schema/tab.ts';
import { fuzz } from '#test/harness/fuzz.ts';
import { threadMs } from '#test/harness/thread-ms.ts';

import { drawn, emptyState, named, tabWith } from '../ops/drawn.test-support.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';
import type { FontFile } from './font-use.ts';
import { icons } from '../icons/icons.test-support.ts';
import { gallery } from './gallery.test-support.ts';
import { renderSvg, renderWhile } from './render-svg.ts';
import { readXml, type XmlTag } from './strict-xml.test-support.ts';
import { findTheme } from './themes/theme-list.ts';

const tags = new Set(['svg', 'g', 'a', 'title', 'style', 'defs', 'pattern', 'linearGradient', 'stop', 'rect', 'circle', 'ellipse', 'path', 'text', 'tspan', 'image']); // prettier-ignore
const attributes = new Set([
  'xmlns', 'xml:space', 'viewBox', 'role', 'data-id', 'id', 'offset', 'stop-color', 'patternUnits',
  'x', 'y', 'x1', 'y1', 'x2', 'y2', 'width', 'height', 'rx', 'cx', 'cy', 'r', 'd', 'transform',
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity',
  'font-family', 'font-size', 'font-style', 'font-weight', 'text-anchor', 'text-decoration', 'direction', 'unicode-bidi', 'href', 'target', 'rel', 'preserveAspectRatio',
]); // prettier-ignore
const familyName =
  /^(?:Inter|'Source Serif 4'|JetBrains Mono|Kalam|Inter [a-z-]+|Atelier (?:Signs|Mono Signs|Symbols|Scripts|Japanese)(?: [a-z-]+)?|JetBrains Mono [a-z-]+|Kalam [a-z-]+|'Source Serif 4 [a-z-]+'|sans-serif|serif|monospace|cursive)$/;
const colour = /^(?:none|#[0-9a-f]{6}|url\(#(?:ground|page-\d+)\))$/;
const numbers = /^-?[\d. -]+$/;

/** Parses strictly and checks every tag and attribute against those that a picture may have. */
function expectSafe(svg: string): XmlTag[] {
  const { tags: found } = readXml(svg);
  for (const { name, attributes: attributesGiven, within } of found) {
    expect(tags).toContain(name);
    expect(name === 'a' && within.includes('a'), 'a link in a link').toBe(false);
    for (const [key, value] of attributesGiven) {
      expect(attributes).toContain(key);
      if (key === 'href' && name === 'a') expect(value).toMatch(/^(?:https?:\/\/|mailto:)/);
      else if (key === 'href') expect(value).toMatch(/^data:image\/(?:png|jpeg|webp|gif);base64,[\w+/=]+$/);
      else if (key === 'fill' || key === 'stroke' || key === 'stop-color') expect(value).toMatch(colour);
      else if (key === 'font-family') for (const family of value.split(', ')) expect(family).toMatch(familyName);
      else if (key === 'd') expect(value).toMatch(/^[MLHVCQAZhmlvcsqtaz\d. ,-]+$/i);
      else if (key === 'direction' || key === 'unicode-bidi') expect(value).toMatch(/^(?:rtl|embed)$/);
      else if (key === 'transform') expect(value).toMatch(/^(?:rotate|matrix)\([-\d. ]+\)$/);
      else if (['x', 'y', 'width', 'height', 'viewBox', 'stroke-dasharray', 'opacity', 'font-size'].includes(key)) {
        expect(value).toMatch(numbers);
      }
    }
    if (name === 'a') expect(attributesGiven.get('rel')).toBe('noopener noreferrer');
  }
  return found;
}

const textOf = (svg: string): string => readXml(svg).text;
const drawnIds = (svg: string): string[] =>
  readXml(svg).tags.flatMap(({ attributes: attributesGiven }) => attributesGiven.get('data-id') ?? []);
const drawnSlugs = (svg: string): string[] => drawnIds(svg).map((id) => id.split('~')[0] ?? '');

describe('the gallery', () => {
  for (const [name, { tab, theme }] of Object.entries(gallery)) {
    test(`${name} is drawn as in its reviewed picture`, async () => {
      const svg = renderSvg(tab, { icons, theme: findTheme(theme)! });
      expectSafe(svg);
      await expect(svg.replaceAll('><', '>\n<')).toMatchFileSnapshot(`gallery/${name}.svg`);
    });
  }
});

describe('what is drawn', () => {
  test('RD1 elements are drawn in stacking order, and by id if their keys are equal', () => {
    const tab = drawn('add square id=a at:0,0\nadd square id=b at:10,0\nadd square id=c at:20,0\norder a front');
    expect(drawnSlugs(renderSvg(tab))).toEqual(['b', 'c', 'a']);
    const equal = tabWith([named(tab, 'c'), named(tab, 'b')].map((element) => ({ ...element, z: 'a0' })));
    expect(drawnSlugs(renderSvg(equal))).toEqual(['b', 'c']);
  });

  test('RD1 layers are drawn in order, hidden ones are left out, and an unknown one is the lowest', () => {
    const ops = ['top', 'base', 'hidden', 'low', 'unknown'].map((id, index) => `add square id=${id} at:${index * 200},0`);
    const layers = { top: 'l2', hidden: 'l3', low: 'l1', unknown: 'gone' };
    const elements = [...drawn(ops.join('\n')).elements()].map((element): Element => {
      const layer = new Map(Object.entries(layers)).get(element.id.split('~')[0]!);
      return layer === undefined ? element : { ...element, layer };
    });
    const layer = (id: string, hidden = false) => ({ id, name: id, locked: false, hidden });
    const tab = tabWith(elements, { layers: [layer('l1'), layer('l2'), layer('l3', true)] });
    expect(drawnSlugs(renderSvg(tab))).toEqual(['base', 'unknown', 'low', 'top']);
  });

  test('RD2 the labels of arrows are above all other elements', () => {
    const tab = drawn(
      'add square id=a at:0,0\nadd square id=b at:400,0\nconnect a -> b label="over"\nadd square id=c label="box" at:0,200',
    );
    const text = textOf(renderSvg(tab));
    expect(text.indexOf('over')).toBeGreaterThan(text.indexOf('box'));
  });

  test('RD1 an arrow that dangles at both ends draws nothing', () => {
    const arrow: Element = {
      type: 'arrow',
      id: 'e~00000000',
      z: 'a0',
      label: 'lost',
      from: { element: 'x~00000000' },
      to: { element: 'y~00000000' },
    };
    expect(drawnIds(renderSvg(tabWith([arrow])))).toEqual([]);
  });

  test('RD3 the picture is as large as the drawing, with rotated boxes, and its padding', () => {
    const tab = drawn('add square id=a at:100,50 width=200 height=100');
    expect(renderSvg(tab)).toContain('viewBox="76 26 248 148"');
    expect(renderSvg(tab, { padding: 0 })).toContain('viewBox="100 50 200 100"');
    const turned = tabWith([{ ...named(tab, 'a'), rotation: 90 } as Element]);
    expect(renderSvg(turned, { padding: 0 })).toContain('viewBox="150 0 100 200"');
  });

  test('RD3 a part shows what is there and no more, and can be an arrow', () => {
    const tab = drawn('add square id=a at:0,0\nadd square id=b at:600,0\nadd square id=c at:0,600\nconnect a -> b id=e');
    const only = renderSvg(tab, { elements: [named(tab, 'c').id] });
    expect([drawnIds(only), only.includes('viewBox="-24 576 208 128"')]).toEqual([[named(tab, 'c').id], true]);
    expect(drawnSlugs(renderSvg(tab, { elements: [named(tab, 'e').id], padding: 0 })).toSorted()).toEqual(['a', 'b', 'e']);
  });

  test('RD3 a tab without elements has a picture', () => {
    expectSafe(renderSvg(tabWith([])));
    expect(renderSvg(tabWith([]), { padding: 0 })).toContain('viewBox="0 0 320 180"');
  });

  test('RD3 pages are drawn with their backgrounds and names, and count for the size', () => {
    const page: Page = { id: 'page_1', place: 1, kind: 'slide', name: 'Opening', size: '16:9', orientation: 'landscape', layout: 'blank', background: ['#102030', '#405060'], rect: { x: 0, y: 0, width: 1280, height: 720 } }; // prettier-ignore
    const svg = renderSvg(
      tabWith([], { pages: [page, { ...page, id: 'page_2', background: 'url(https://x)', rect: { ...page.rect, x: 1400 } }] }),
    );
    expectSafe(svg);
    expect(svg).toContain('fill="url(#page-1)"');
    expect(textOf(svg)).toContain('Opening');
    expect(svg).toContain('viewBox="-24 -48 2728 792"');
  });

  test('an image is inlined if its bytes are available and raster data', () => {
    const image: Element = {
      type: 'image',
      id: 'i~00000000',
      z: 'a0',
      x: 0,
      y: 0,
      width: 100,
      height: 80,
      imageId: 'img_0',
      alt: 'A hill',
    };
    const hrefs = (bytes: string | null): unknown[] =>
      expectSafe(renderSvg(tabWith([image]), { image: () => bytes })).flatMap(({ name, attributes: attributesGiven }) =>
        name === 'image' ? [attributesGiven.get('href')] : [],
      );
    expect(hrefs('data:image/png;base64,iVBORw0KGgo=')).toEqual(['data:image/png;base64,iVBORw0KGgo=']);
    for (const bytes of [
      null,
      'data:image/svg+xml;base64,AAAA',
      '/etc/passwd',
      'https://example.org/x.png',
      'data:image/png;base64,AA"/><script>',
    ]) {
      expect(hrefs(bytes)).toEqual([]);
    }
    expect(textOf(renderSvg(tabWith([image])))).toContain('A hill');
  });

  test('RD24 what a crop keeps of an image fills its box, and the rest is cut off', () => {
    const crop = { left: 0.5, top: 0.25 };
    const image: Element = { type: 'image', id: 'i~00000000', z: 'a0', x: 10, y: 20, width: 100, height: 60, imageId: 'img_0', rotation: 30, naturalWidth: 400, naturalHeight: 160, crop }; // prettier-ignore
    const svg = renderSvg(tabWith([image]), { image: () => 'data:image/png;base64,iVBORw0KGgo=' });
    const [part] = expectSafe(svg).filter(({ name, within }) => name === 'svg' && within.length > 0);
    expect(Object.fromEntries(part!.attributes)).toMatchObject({ x: '10', y: '20', width: '100', height: '60', viewBox: '10 20 100 60' }); // prettier-ignore
    expect(svg).toContain('<image href="data:image/png;base64,iVBORw0KGgo=" x="-90" y="0" width="200" height="80"');
  });

  test('RD6 a label that does not fit ends in an ellipsis, and its title has the whole text', () => {
    const label = 'one two three four five six seven eight nine ten';
    const tab = tabWith([{ ...named(drawn('add square id=a label=x at:0,0'), 'a'), label, width: 80, height: 40 } as Element]);
    const svg = renderSvg(tab);
    expect(svg).toContain(`<title>${label}</title>`);
    expect(textOf(svg)).toContain('…');
  });

  test('RD7 each font block that the text needs is embedded once, and none without text', () => {
    const requested: string[] = [];
    const fonts = ({ family, weight }: FontFile): string => {
      requested.push(`${family} ${weight}`);
      return 'AAAA';
    };
    renderSvg(tabWith([], { name: 'Жук' }), { fonts });
    expect(requested).toEqual([]);
    const svg = renderSvg(drawn('add square id=a label="Жук Ω" at:0,0\nwrap a in frame label="Title"'), { fonts });
    expect(requested).toEqual(['Inter cyrillic 400', 'Inter greek 400', 'Inter 400', 'Inter 600']);
    expect(svg.split('@font-face')).toHaveLength(5);
    const serif = renderSvg(drawn('add square font=serif label="Жук ☃ 1" at:0,0'), { fonts });
    expect(serif).toContain('font-family:&#39;Source Serif 4 cyrillic&#39;;');
    expect(textOf(serif)).toContain('Жук ☃ 1');
    expect(() => renderSvg(drawn('add square label=x'), { fonts: () => '</style><script>' })).not.toThrow();
    expect(renderSvg(drawn('add square label=x'), { fonts: () => '</style><script>' })).not.toContain('script');
  });
});

describe('forms of Han characters', () => {
  /** The families of the runs of a text that contain this character. */
  const familyOf = (svg: string, character: string): (string | undefined)[] =>
    Array.from(svg.matchAll(/<tspan font-family="(?<family>[^",]+)[^>]*>(?<text>[^<]*)</g), ({ groups }) => groups!)
      .filter(({ text }) => text!.includes(character))
      .map(({ family }) => family);

  test('RD16 the label of a Japanese text, and others of its tab, have Japanese forms', () => {
    expect(familyOf(renderSvg(drawn('add square "直す" at:0,0')), '直')).toEqual(['Atelier Japanese']);
    const chinese = 'add square "直" at:0,0\nadd square "直订" at:400,0';
    expect(familyOf(renderSvg(drawn(chinese)), '直')).toEqual(['Atelier Scripts simplified', 'Atelier Scripts simplified']);
    for (const japanese of ['add text "する" at:0,400', 'add table columns=["x"] rows=[["する"]] at:0,400'])
      expect(familyOf(renderSvg(drawn(`${chinese}\n${japanese}`)), '直')).toEqual([
        'Atelier Japanese',
        'Atelier Scripts simplified',
      ]);
  });

  test('RD16 all lines of a label have the same forms', () => {
    const svg = renderSvg(drawn('add text "直直直直\\nする" at:0,0 width=400 height=80'));
    expect(familyOf(svg, '直')).toEqual(['Atelier Japanese']);
  });
});

describe('text from right to left', () => {
  test('a line keeps its edge on the side that it is aligned to', () => {
    const table = drawn('add table id=t at:0,0 width=200 height=80 columns=["العربية"] rows=[["دفع"]]');
    expect(renderSvg(table).match(/<tspan direction="rtl" unicode-bidi="embed" text-anchor="end">/g)?.length).toBe(2);
    const box = drawn('add square "שלום" at:0,0');
    expect(renderSvg(box)).toContain('<tspan direction="rtl" unicode-bidi="embed" text-anchor="middle">');
    expect(renderSvg(drawn('add square "API שלום" at:0,0'))).not.toContain('rtl');
  });
});

describe('random and hostile tabs', () => {
  const hostile = fc.constantFrom(
    '</text><script>alert(1)</script>',
    ']]><!--',
    '&xxe; &#0; &amp',
    '" onload="alert(1)" x="',
    "' onload='alert(1)",
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '<foreignObject><iframe src="javascript:alert(1)"/></foreignObject>',
    '\u0000\u0001\u001b[31m\ufffe\uffff\ud800 \udc00',
    'a\r\n\u2028b\u0085c\tD',
    '\u202eevil\u2066',
    'url(https://evil.example/x)',
    'expression(alert(1))',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>1</script>',
    'https://example.org/"><script>',
    'https://example.org/?a=1&b=2',
    '__proto__',
    'constructor',
    '#12345g',
    'x'.repeat(3_000),
    'e\u0301'.repeat(500),
  );
  const anyHostile = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 40 }));
  const fields = [
    'font',
    'text',
    'label',
    'note',
    'link',
    'url',
    'title',
    'alt',
    'fill',
    'stroke',
    'textColor',
    'border',
    'layer',
  ];
  const hostileTab = fc
    .tuple(anyTab(), fc.array(fc.tuple(fc.nat(), fc.constantFrom(...fields), anyHostile), { maxLength: 30 }), anyHostile)
    .map(([state, injected, name]): TabState => {
      const elements = [...state.elements.values()].map((element): Record<string, unknown> => ({ ...element }));
      for (const [pick, field, value] of injected) {
        const element = elements[pick % Math.max(1, elements.length)];
        if (element === undefined) continue;
        element[field] = value;
        if ('columns' in element) element['columns'] = [value, value];
        if ('rows' in element) element['rows'] = [[value], [value, value, value]];
      }
      return { ...state, name, theme: name, elements: new Map((elements as Element[]).map((element) => [element.id, element])) };
    });

  test('RD5 every picture is well-formed and has only allowed content', () => {
    fc.assert(
      fc.property(hostileTab, (state) => void expectSafe(renderSvg(TabIndex.of(state)))),
      fuzz(150),
    );
  });

  test('RD4 the same tab gives the same bytes, in whatever order its elements are stored', () => {
    fc.assert(
      fc.property(anyTab(), (state) => {
        const turned = { ...state, elements: new Map([...state.elements].toReversed()) };
        expect(renderSvg(TabIndex.of(turned))).toBe(renderSvg(TabIndex.of(state)));
      }),
      fuzz(60),
    );
  });

  test('RD5 characters that XML forbids are left out, and all others are drawn', () => {
    const tab = tabWith(
      [{ ...named(drawn('add text id=t label=x at:0,0'), 't'), width: 400, label: 'a<b>&"c"\u0007\u0000 ©' } as Element],
      emptyState,
    );
    expect(textOf(renderSvg(tab))).toContain('a<b>&"c" ©');
  });

  test('RD5 far positions are finite numbers', () => {
    const far = tabWith([{ ...named(drawn('add star id=s label=x'), 's'), x: -1e7, y: 1e7, width: 1e6, height: 1 } as Element]);
    expect(expectSafe(renderSvg(far)).length).toBeGreaterThan(3);
    expect(renderSvg(far)).not.toMatch(/NaN|Infinity/);
  });
});

test('a thousand elements are drawn within a second', () => {
  const boxes = Array.from({ length: 700 }, (_, index): Element => ({ ...named(gallery['system']!.tab, 'web'), id: `b${index}~00000000`, x: (index % 30) * 240, y: Math.floor(index / 30) * 160, label: `Service ${index}` } as Element)); // prettier-ignore
  const arrows = Array.from({ length: 300 }, (_, index): Element => ({ type: 'arrow', id: `e${index}~00000000`, z: 'b00', label: 'calls', from: { element: `b${index}~00000000` }, to: { element: `b${index + 31}~00000000` } })); // prettier-ignore
  const tab = tabWith([...boxes, ...arrows]);
  const start = threadMs();
  expect(drawnIds(renderSvg(tab))).toHaveLength(1_000);
  expect(threadMs() - start).toBeLessThan(1_000);
});

test('drawing stops as soon as it may not continue', () => {
  let calls = 0;
  expect(renderWhile(() => (calls += 1) <= 3, drawn('add square\nadd square\nadd square\nadd square'))).toBeNull();
  expect(calls).toBe(4);
});
