import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { fuzz } from '#test/harness/fuzz.ts';

import { drawn } from '../ops/drawn.test-support.ts';
import { contrastOf } from './colour.ts';
import { customTheme } from './custom-theme.ts';
import { renderSvg } from './render-svg.ts';
import { dark } from './themes/dark.ts';
import { light } from './themes/light.ts';

const keys = ['backgroundColor', 'backgroundPattern', 'patternColor', 'elementFill', 'elementStroke', 'elementText', 'arrowStroke', 'frameFill', 'fontFamily', 'palette', 'blue', 'neutral', 'none', '__proto__', 'constructor']; // prettier-ignore
const anyHex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const junk = fc.oneof(fc.constantFrom('url(https://evil.example/x)', '#fff;}</style>', 'red', '#12345g', 'dots', 'grid', '\u0000', 'Georgia, serif', 'expression(1)'), anyHex, fc.anything()); // prettier-ignore
const anyDefinition = fc.oneof(
  junk,
  fc.dictionary(fc.constantFrom(...keys), fc.oneof(junk, fc.dictionary(fc.constantFrom(...keys), junk))),
);
const coloursIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' ? Object.values(value ?? {}).flatMap(coloursIn) : [];

describe('custom themes', () => {
  test('RD9 a theme has the values of its definition', () => {
    const theme = customTheme({
      backgroundColor: '#FED',
      backgroundPattern: 'grid',
      patternColor: '#eeddcc',
      elementFill: '#ffffff',
      elementStroke: '#112233',
      elementText: '#445566',
      arrowStroke: '#778899',
      frameFill: '#fafafa',
      fontFamily: '"Fancy One", Georgia, sans-serif',
      palette: { blue: '#00f', grey: '#808080', none: '#123456' },
    });
    expect(theme).toMatchObject({
      background: '#ffeedd',
      pattern: { kind: 'grid', colour: '#eeddcc' },
      arrow: '#778899',
      frame: { fill: '#fafafa' },
      font: 'serif',
    });
    expect(theme.palette.neutral).toEqual({ fill: '#ffffff', stroke: '#112233', ink: '#445566' });
    expect(theme.palette.blue).toMatchObject({ fill: '#0000ff', ink: '#ffffff' });
    expect(theme.palette.red).toEqual(light.palette.red);
    const svg = renderSvg(drawn('add square id=a label="One" fill=blue at:0,0\nadd square id=b label="Two" font=mono'), {
      theme,
    });
    expect(svg).toContain('fill="#0000ff"');
    expect(svg).toContain('Source Serif 4');
    expect(svg).toContain('JetBrains Mono');
  });

  test('RD10 RD11 junk is ignored: every color is #rrggbb, and text is legible on its background', () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        const { font, pattern, outline, ...colours } = customTheme(definition);
        for (const colour of [...coloursIn(colours), pattern.colour]) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
        expect(['sans', 'serif', 'mono', 'hand']).toContain(font);
        expect(['none', 'dots', 'grid']).toContain(pattern.kind);
        expect(outline).toBeGreaterThan(0);
        expect(contrastOf(colours.ink, colours.background)).toBeGreaterThanOrEqual(4.5);
      }),
      fuzz(500),
    );
  });

  test('RD11 on a dark background, the other colors are dark', () => {
    expect(customTheme({ backgroundColor: '#101010' }).palette.red).toEqual(dark.palette.red);
    expect(customTheme(null)).toMatchObject({ background: '#ffffff', font: 'sans', pattern: { kind: 'none' } });
  });
});
