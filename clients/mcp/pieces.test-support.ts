/**
 * A subject that plays a model at work: it has only the tools, and reads only what they answer.
 *
 * It writes what models wrote at first sight, with their mistakes, and follows the hints of refusals and the fixes of lint to the
 * letter. What it reads is counted in tokens of four characters.
 */
import type { Client } from '@modelcontextprotocol/client';

import { callTool, dataOf, type ToolReply } from './client.test-support.ts';

export type Cost = { calls: number; refused: number; characters: number };

export class Subject {
  readonly cost: Cost = { calls: 0, refused: 0, characters: 0 };
  readonly #client: Client;
  readonly #document: string;

  constructor(client: Client, document: string) {
    this.#client = client;
    this.#document = document;
  }

  async call(tool: string, values: object = {}): Promise<ToolReply> {
    const reply = await callTool(this.#client, tool, { document: this.#document, ...values });
    this.cost.calls += 1;
    this.cost.characters += reply.text.length;
    if (reply.isError) this.cost.refused += 1;
    return reply;
  }

  /** Draws lines; if they are refused, sends them once more as the hints say; then sends the fixes of what they introduced. */
  async draw(lines: string, values: object = {}): Promise<ToolReply> {
    let reply = await this.call('update_document', { operations: lines, ...values });
    if (reply.isError) reply = await this.call('update_document', { operations: mended(lines, reply.text), ...values });
    const fixes = fixesIn(reply.text);
    if (!reply.isError && fixes.length > 0) await this.call('update_document', { operations: fixes.join('\n') });
    return reply;
  }
}

/** The lines with each refused one replaced by what its hint says. */
export function mended(lines: string, refusal: string): string {
  const sent = lines.split('\n');
  const errors = dataOf(refusal).matchAll(/^- operation \d+, line (\d+)[^\n]*\n {2}hint: ([^\n]*)/gm);
  for (const [, line, hint = ''] of errors) {
    const instead = /^(?:An arrow is drawn with: |Send )(.*)$/.exec(hint)?.[1];
    if (instead !== undefined) sent[Number(line) - 1] = instead;
  }
  return sent.join('\n');
}

/** The lines that lint proposes for what a changeset introduced and that move boxes. A model judges others before it sends them. */
export const fixesIn = (answer: string): string[] => {
  const fixes = dataOf(answer).matchAll(/^introduced: (?:warning|error) [^\n]*Fix: ((?:move|layout|order) [^\n]*)$/gm);
  return [...new Set(Array.from(fixes, ([, fix = '']) => fix))];
};
