import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { faultOf, nameHeader } from './upload.ts';

describe('an upload', () => {
  test('of a file that the server would refuse is refused before it is sent', () => {
    expect(faultOf({ type: 'image/png', size: limits.imageBytes })).toBeNull();
    expect(faultOf({ type: 'image/png', size: limits.imageBytes + 1 })).toContain('up to 10 MB');
    expect(faultOf({ type: 'image/svg+xml', size: 10 })).toContain('Use PNG');
    expect(faultOf({ type: '', size: 10 })).toContain('Use PNG');
  });

  test('sends any file name in a header', () => {
    for (const name of ['a.png', 'Übersicht 1.png', '图.png', '😀'.repeat(400), `\ud800.png`, 'a\nb.png']) {
      const header = nameHeader(name);
      expect(header).toMatch(/^[\x21-\x7e]*$/);
      expect(Array.from(decodeURIComponent(header)).length).toBeLessThanOrEqual(limits.fileNameCharacters);
    }
  });
});
