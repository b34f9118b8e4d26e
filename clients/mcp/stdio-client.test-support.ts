/** The official client, connected to `atelier mcp` in a process of its own. */
import process from 'node:process';

import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { type Era, newClient, type McpTarget } from './client.test-support.ts';

/** Starts `atelier mcp` as an agent does. */
export async function overStdio({ origin, token }: McpTarget, era: Era = 'modern'): Promise<Client> {
  const client = newClient(era);
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ATELIER_URL: `${origin}/api/v1`, ATELIER_TOKEN: token };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: ['clients/cli/atelier.mjs', 'mcp'], env, stderr: 'inherit' }),
  );
  return client;
}
