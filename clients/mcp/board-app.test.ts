import { describe, expect, test } from 'vitest';

import { boardMeta, boardResource, mayShowApps } from './board-app.ts';
import { tools } from './tools/list.ts';

describe('the chat board as an MCP App', () => {
  test('TS18 its page loads from this installation alone, has no script of its own, and names it in its policy', () => {
    const { text, mimeType, _meta } = boardResource('https://atelier.example.org');
    expect(mimeType).toBe('text/html;profile=mcp-app');
    expect(_meta.ui.csp).toEqual({
      connectDomains: ['https://atelier.example.org', 'wss://atelier.example.org'],
      resourceDomains: ['https://atelier.example.org'],
    });
    const addresses = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toEqual(['https://atelier.example.org/chat/board.css', 'https://atelier.example.org/chat/board.js']);
    expect(text).toMatch(/<script type="module" crossorigin src="[^"]*"><\/script>/);
    expect(text.length).toBeLessThan(1_000);
  });

  test('TS18 what draws or shows a tab has it, and nothing else', () => {
    const withBoard = tools.filter((tool) => JSON.stringify(boardMeta(tool)).includes('ui://atelier/board'));
    expect(withBoard.map(({ name }) => name).toSorted()).toEqual([
      'create_document',
      'create_tab',
      'illustrate',
      'import_diagram',
      'render_tab',
      'update_document',
    ]);
  });

  test.each([
    [undefined, true],
    [{}, false],
    [{ extensions: { 'com.example/other': {} } }, false],
    [{ extensions: { 'io.modelcontextprotocol/ui': {} } }, true],
  ])('TS19 a client with the capabilities %j may show it: %j', (capabilities, may) => {
    expect(mayShowApps(capabilities)).toBe(may);
  });
});
