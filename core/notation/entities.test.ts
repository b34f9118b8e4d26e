import { expect, test } from 'vitest';

import { decodeEntities } from './entities.ts';

test('entities are decoded by number and by the names of HTML 4, and unknown ones stay', () => {
  expect(decodeEntities('&amp;&lt;&gt;&quot;&apos;&#65;&#x42;')).toBe('&<>"\'AB');
  expect(decodeEntities('&nbsp;&agrave;&yuml;&frac12;&sup2;')).toBe('\u00a0àÿ½²');
  expect(decodeEntities('&Omega;&omega;&thetasym;&there4;&loz;&zwnj;&ensp;|&rho;&OElig;&diams;')).toBe('Ωωϑ∴◊\u200c\u2002|ρŒ♦');
  expect(decodeEntities('&nothing; &; &#0; &toolonganame;')).toBe('&nothing; &; &#0; &toolonganame;');
});
