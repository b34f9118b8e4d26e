import { describe, expect, test } from 'vitest';

import type { Arrow, Shape } from '#schema/element.ts';

import { parseOperations } from '../changeset/parse.ts';
import { printOperation } from '../changeset/print.ts';
import { routeOf } from '../drawing/drawn-routes.ts';
import { icons } from '../icons/icons.test-support.ts';
import { renderSvg } from '../render/render-svg.ts';
import { iconPlaces } from '../text/icon-figure.ts';
import { answered, apply, drawn, named, planned, refusal, tabWith } from './drawn.test-support.ts';

const iconIn = (lines: string, slug: string): Shape => named<Shape>(drawn(lines), slug);

describe('add', () => {
  test('IC4 an icon is added by its name alone, with the kind, and in JSON', () => {
    const forms = [
      'add icon=database "Orders" id=orders at:0,0',
      'add icon "Orders" id=orders icon=database at:0,0',
      [{ op: 'add', id: 'orders', fields: { icon: 'database', label: 'Orders' }, place: { rel: 'at', x: 0, y: 0 } }],
      [{ op: 'add', element: { type: 'shape', shape: 'icon', icon: 'database', label: 'Orders', x: 0, y: 0, width: 64, height: 92, id: 'orders' } }], // prettier-ignore
    ];
    for (const form of forms)
      expect(named(drawn(form), 'orders')).toMatchObject({ type: 'shape', shape: 'icon', icon: 'database', label: 'Orders', x: 0, width: 64, height: 92 }); // prettier-ignore
    expect(answered(tabWith([]), forms[0] ?? '')[0]).toBe('+ orders icon=database "Orders" at 0,0 64×92');
  });

  test('IC4 the line without a kind is printed as it was written', () => {
    const parsed = parseOperations('add icon=database id=orders label="Orders" right-of:api');
    if ('errors' in parsed) throw new Error('not parsed');
    expect(parsed.operations.map(({ operation }) => printOperation(operation))).toEqual([
      'add icon=database id=orders label=Orders right-of:api',
    ]);
  });

  test('IC4 spaces, underscores and capitals become a name', () => {
    expect(iconIn('add icon="Shopping Cart" id=a', 'a').icon).toBe('shopping-cart');
    expect(answered(tabWith([]), 'add icon=shopping_cart id=a').join('\n')).toContain('value_coerced');
  });

  test('OPR10 without a kind, an icon or an element there is nothing to add', () => {
    expect(refusal(tabWith([]), 'add "Orders" id=orders').code).toBe('parse_error');
    expect(refusal(tabWith([]), 'add label="Orders" icon=database').code).toBe('parse_error');
    expect(refusal(tabWith([]), [{ op: 'add', fields: { label: 'Orders' } }]).code).toBe('parse_error');
  });
});

describe('names', () => {
  test('IC5 an unknown icon is refused with the three nearest names', () => {
    const error = refusal(tabWith([]), 'add icon=databse "Orders" id=orders');
    expect(error).toMatchObject({ code: 'invalid_value', field: 'icon', column: 5, message: 'There is no icon "databse".' });
    expect(error.hint).toContain(`Similar ones: ${icons.nearest('databse').join(', ')}.`);
    expect(error.hint).toContain('database');
    const tab = drawn('add icon=database id=orders');
    expect(refusal(tab, 'set orders icon=sever')).toMatchObject({ code: 'invalid_value', field: 'icon' });
    expect(refusal(tab, 'set orders icon="a/b"')).toMatchObject({ code: 'invalid_value', hint: 'icon takes the name of an icon, such as database.' }); // prettier-ignore
  });

  test('IC5 an icon has a name, and nothing else has one', () => {
    const tab = drawn('add icon=database id=orders\nadd square id=api');
    expect(refusal(tab, 'add icon id=x')).toMatchObject({ code: 'invalid_value', field: 'icon' });
    expect(refusal(tab, 'set orders icon=')).toMatchObject({ code: 'invalid_value', field: 'icon' });
    expect(refusal(tab, 'set api shape=icon')).toMatchObject({ code: 'invalid_value', field: 'icon' });
    const error = refusal(tab, 'set api icon=server');
    expect(error.code).toBe('unknown_field');
    expect(error.hint).toContain('add icon=database');
    expect(refusal(tab, 'add sticky icon=server').code).toBe('unknown_field');
  });

  test('IC5 a square becomes an icon, and an icon another one', () => {
    const tab = drawn('add icon=database id=orders', 'add square id=api');
    apply(tab, planned(tab, 'set orders icon=server\nset api shape=icon icon=cloud').edits);
    expect([named<Shape>(tab, 'orders').icon, named<Shape>(tab, 'api')]).toMatchObject([
      'server',
      { shape: 'icon', icon: 'cloud' },
    ]);
  });

  test('IC5 an element whose icon is not known here can be changed otherwise', () => {
    const tab = drawn('add icon=database id=orders');
    tab.update([{ id: named(tab, 'orders').id, element: { ...named<Shape>(tab, 'orders'), icon: 'of-another-version' } }]);
    apply(tab, planned(tab, 'set orders label="Orders" fill=blue').edits);
    expect(named<Shape>(tab, 'orders')).toMatchObject({ icon: 'of-another-version', fill: 'blue' });
  });
});

describe('sizes', () => {
  const figureOf = (tab: ReturnType<typeof drawn>) => iconPlaces(named<Shape>(tab, 'a')).figure;

  test('IC6 the icon keeps its size and place whatever its label is', () => {
    const tab = drawn('add icon=database id=a at:100,100');
    const figure = figureOf(tab);
    expect(figure).toEqual({ x: 100, y: 100, width: 64, height: 64 });
    for (const label of [
      'Orders',
      'Orders of the last twelve months and their payments',
      'a\\nb\\nc',
      'Internationalization',
      '',
    ]) {
      apply(tab, planned(tab, `set a label="${label}"`).edits);
      expect([label, figureOf(tab)]).toEqual([label, figure]);
    }
    expect(named(tab, 'a')).toMatchObject({ x: 100, y: 100, width: 64, height: 64 });
  });

  test('IC6 a box with a size of its own only grows', () => {
    const tab = drawn('add icon=database id=a at:0,0 width=150 height=200', 'set a label=Orders');
    expect(named(tab, 'a')).toMatchObject({ width: 150, height: 200 });
    expect(figureOf(tab).width).toBe(150);
    const small = drawn('add icon=database id=a at:0,0 width=32 height=32', 'set a label=Orders width=40 height=40');
    expect(named(small, 'a')).toMatchObject({ width: 40, height: 40 });
    expect(figureOf(small).width).toBe(10);
  });

  test('IC8 arrows end at the square of the icon, and at the label below it', () => {
    const tab = drawn(
      'add icon=database id=a "A label that is wide" at:0,0\nadd square id=b at:400,6\nadd square id=c at:0,400',
      'set c x=0\nconnect b.left -> a.right\nconnect c.top -> a.bottom',
    );
    const { x, y, width, height } = named<Shape>(tab, 'a');
    const { figure } = iconPlaces(named<Shape>(tab, 'a'));
    expect(width).toBeGreaterThan(figure.width + 40);
    const ends = Array.from(tab.arrows(), (arrow: Arrow) => routeOf(arrow, tab).at(-1));
    expect(ends).toEqual([
      [figure.x + figure.width, y + height / 2],
      [x + width / 2, y + height],
    ]);
  });
});

describe('drawing', () => {
  const svgOf = (lines: string): string => renderSvg(drawn(lines), { icons });

  test('IC7 an icon is drawn in the color and width of its outline, in the middle of its box', () => {
    const svg = svgOf('add icon=cloud id=a at:0,0 width=96 height=48 stroke=#ff0000 stroke-width=4');
    const [part] = icons.parts('cloud') ?? [];
    expect(svg).toContain(`<g transform="matrix(2 0 0 2 24 0)"><path d="${part?.d}" fill="none" stroke="#ff0000" stroke-width="2"/></g>`); // prettier-ignore
    expect(svg).not.toContain('rx=');
  });

  test('IC7 with a fill there is a rounded square behind it', () => {
    const svg = svgOf('add icon=lock id=a at:0,0 fill=#123456 label="Sign-in"');
    expect(svg).toMatch(/<rect [^>]*width="64" height="64" rx="11.52" fill="#123456"\/><g transform/);
    expect(svg).toContain('stroke="#ffffff"');
    expect(svg).toContain('Sign-in');
    // A color of the theme has its own outline.
    expect(svgOf('add icon=lock id=a at:0,0 fill=blue')).not.toContain(`stroke="#ffffff"`);
  });

  test('IC7 an unknown icon is a dashed square with its label', () => {
    const tab = drawn('add icon=lock id=a "Sign-in"');
    tab.update([{ id: named(tab, 'a').id, element: { ...named<Shape>(tab, 'a'), icon: 'of-another-version' } }]);
    const svg = renderSvg(tab, { icons });
    expect(svg).toContain('stroke-dasharray');
    expect(svg).toContain('Sign-in');
    expect(svg).not.toContain('matrix(');
  });

  test('IC7 while the icons are being loaded, the label is drawn alone', () => {
    const svg = renderSvg(drawn('add icon=lock id=a "Sign-in"'), { icons: { parts: () => [] } });
    expect(svg).toContain('Sign-in');
    expect(svg).not.toContain('stroke-dasharray');
  });
});
