import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { isSvgText, multipliesText, pixelsFor, svgSize, withoutStyles, withStyles } from './svg-file.ts';

const sizeOf = (attributes: Readonly<Record<string, string>>) => svgSize((name) => attributes[name] ?? null);

describe('svg-file', () => {
  test('the size is that of the attributes, in any unit, or else of the view box, or 300 by 150', () => {
    expect(sizeOf({ width: '40', height: '30px' })).toEqual({ width: 40, height: 30 });
    expect(sizeOf({ width: '1in', height: '25.4mm' })).toEqual({ width: 96, height: 96 });
    expect(sizeOf({ width: '3e1', height: '12pt' })).toEqual({ width: 30, height: 16 });
    expect(sizeOf({ viewBox: '0 0 24, 12' })).toEqual({ width: 24, height: 12 });
    expect(sizeOf({ width: '100%', height: 'auto', viewBox: '-5 -5 64 32' })).toEqual({ width: 64, height: 32 });
    expect(sizeOf({ width: '48', viewBox: '0 0 24 12' })).toEqual({ width: 48, height: 24 });
    expect(sizeOf({ height: '48', viewBox: '0 0 24 12' })).toEqual({ width: 96, height: 48 });
    expect(sizeOf({ height: '60' })).toEqual({ width: 300, height: 60 });
    for (const nothing of [{}, { width: '0', height: '-4' }, { viewBox: '0 0 0 0' }, { viewBox: '1 2' }, { width: 'NaN' }])
      expect(sizeOf(nothing)).toEqual({ width: 300, height: 150 });
  });

  test('a picture is twice as large, within what a browser draws and what can be uploaded', () => {
    expect(pixelsFor({ width: 40, height: 30 })).toEqual({ width: 80, height: 60 });
    for (const size of [
      sizeOf({ width: '1e300', height: '1e300' }),
      sizeOf({ width: '1e12', height: '1' }),
      sizeOf({ width: '0.001', height: '5000' }),
      sizeOf({ viewBox: '0 0 1e9 1e-9' }),
    ]) {
      const { width, height } = pixelsFor(size);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
      expect(Math.max(width, height)).toBeLessThanOrEqual(8_192);
      expect(width * height).toBeLessThanOrEqual(limits.imagePixels);
    }
  });

  test('a pasted text is SVG if that is all of it', () => {
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
      '\uFEFF<?xml version="1.0"?>\n<!-- Generator -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<svg>\n</svg>\n',
    ])
      expect(isSvgText(text)).toBe(true);
    for (const text of ['', 'An <svg></svg>', '<svg', '<svg></svg> is a tag', '<svgs></svgs>', '<html><svg></svg></html>'])
      expect(isSvgText(text)).toBe(false);
  });

  test('styles are as they were once the picture is drawn, and event handlers are left out', () => {
    const text =
      '<svg style="a:b"><style type="x">p { c: d }</style><s:style/><g\nstyle = "e"/><g onload="x" ONCLICK=\'y\'/></svg>';
    expect(withoutStyles(text)).not.toMatch(/[<:\s]style|\son/i);
    expect(withStyles(withoutStyles(text))).toBe(text.replace('onload', 'data-onload').replace('ONCLICK', 'data-onCLICK')); // prettier-ignore
  });

  test('entities that multiply are found, those of drawing programs are not', () => {
    expect(multipliesText('<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;">&amp;</svg>')).toBe(false); // prettier-ignore
    expect(multipliesText('<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><svg>&b;</svg>')).toBe(true);
    expect(multipliesText('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>')).toBe(true);
    expect(multipliesText('<!DOCTYPE svg [<!ENTITY % p "x">]><svg/>')).toBe(false);
    expect(multipliesText(`<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(50_000)}">]><svg>${'&a;'.repeat(50_000)}</svg>`)).toBe(true);
  });
});
