import { expect, test } from 'vitest';

import { embedCode, pictureMarkdown } from './published-addresses.ts';

test('the code of a frame has the address and the name, and no name ends an attribute', () =>
  expect(embedCode('https://a.example/embed/s', 'Pay "now" <b> & go')).toBe(
    '<iframe src="https://a.example/embed/s" title="Pay &quot;now&quot; &lt;b&gt; &amp; go" width="100%" height="480" style="border:0" loading="lazy"></iframe>',
  ));

test('the picture is Markdown on one line, and no name ends its text', () => {
  expect(pictureMarkdown('https://a.example/p/s', 'Flow')).toBe('![Flow](https://a.example/p/s.png)');
  expect(pictureMarkdown('https://a.example/p/s', 'a](http://b)\n[c\\')).toBe(
    '![a\\](http://b) \\[c\\\\](https://a.example/p/s.png)',
  );
});
