import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { setupLines } from './setup-lines.ts';

const secret = 'atl_0123456789abcdefghijABCDEFGHIJ0123456789';
const lines = setupLines('http://127.0.0.1:4100', secret);
const guide = readFileSync(new URL('../../../../docs/agents.md', import.meta.url), 'utf8');

describe('setup lines', () => {
  test('have the secret in one step of each client, on its own', () => {
    for (const { client, steps } of lines) {
      const naming = steps.filter(({ text }) => text.includes(secret));
      expect([client, naming.length]).toEqual([client, steps.length === 0 ? 0 : 1]);
      if (steps.length === 0) continue;
      expect([`export ATELIER_TOKEN=${secret}`, secret]).toContain(naming[0]?.text);
    }
  });

  test('need only the address where the client opens the consent page', () => {
    const ways = lines.map(({ client, signIn }) => [client, signIn.map(({ text }) => text).join()] as const);
    for (const [client, text] of ways.filter(([, way]) => way !== '')) {
      expect(text, client).toContain('http://127.0.0.1:4100/mcp');
      expect(text, client).not.toMatch(/atl_|TOKEN|Authorization/);
    }
    expect(ways.filter(([, way]) => way === '').map(([client]) => client)).toEqual(['cli', 'curl']);
    expect(guide).toContain(lines.find(({ client }) => client === 'claude-code')!.signIn[0]!.text);
  });

  test('are those of docs/agents.md', () => {
    const plain = (text: string): string => text.replaceAll(/\s+/g, '');
    for (const client of ['claude-code', 'cursor', 'vs-code']) {
      const last = lines.find((setup) => setup.client === client)?.steps.at(-1)?.text ?? 'none';
      expect(plain(guide)).toContain(plain(last));
    }
  });

  test('quote an unusual address as one word for the shell', () => {
    const odd = "http://[::1]:4100/it's $HOME";
    const text = setupLines(odd, secret).find(({ client }) => client === 'cli')?.steps[1]?.text ?? '';
    expect(execFileSync('sh', ['-c', `${text}; printf %s "$ATELIER_URL"`], { encoding: 'utf8' })).toBe(`${odd}/api/v1`);
  });
});
