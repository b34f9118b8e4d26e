/**
 * The guide by topic, for the tool `help` and as resources: the basics, the sections of docs/changesets.md, which is generated, and the
 * input of each tool.
 */
import { readFileSync } from 'node:fs';

import { operationKinds } from '#core/ops/operation-list.ts';

import { basics } from './basics.ts';
import { descriptionOf } from './listed-input.ts';
import type { McpTool } from './tool.ts';

export const helpUri = 'atelier://help/';
export const helpTemplate = `${helpUri}{topic}`;
export const helpTitle = 'How to draw, by topic';

/** Topics that are sections of the reference, by their headings there. */
const sections: ReadonlyMap<string, string> = new Map([
  ['lines', 'Lines'],
  ['selectors', 'Selectors'],
  ['placement', 'Placement'],
  ['stacking', 'Stacking'],
  ['fields', 'Kinds and fields'],
  ['json', 'JSON'],
  ['answer', 'The answer'],
  ['refusals', 'Refusals'],
]);

const operations: readonly string[] = operationKinds.map(({ name }) => name);

/** The topics besides the names of tools. */
export const topics: readonly string[] = ['basics', ...sections.keys(), ...operations];

/** Null if there is no such topic. */
export function helpText(topic: string, tools: readonly McpTool[]): string | null {
  const tool = tools.find(({ name }) => name === topic);
  if (tool !== undefined) return toolText(tool);
  if (topic === 'basics') return `${basics}\nMore: help with a topic: ${topics.slice(1).join(' ')}, or the name of a tool.`;
  const heading = sections.get(topic);
  if (heading !== undefined) return sectionOf(`\n## ${heading}\n`, '\n## ');
  return operations.includes(topic) ? sectionOf(`\n### ${topic}\n`, '\n##').replace(beforeAndAfter, '').trimEnd() : null;
}

let withoutPictures: string | undefined;

/** The reference without its pictures, read once. */
export const reference = (): string =>
  (withoutPictures ??= readFileSync(new URL('../../docs/changesets.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('| ![') && line !== '| before | after |')
    .join('\n')
    .replaceAll('\n\n| --- | --- |\n\n', '\n\n'));

function sectionOf(heading: string, next: string): string {
  const text = reference();
  const start = text.indexOf(heading) + 1;
  const end = text.indexOf(next, start + heading.length - 1);
  return text.slice(start, end === -1 ? undefined : end).trim();
}

/** The tab before and after an example: its changeset and the answer to it suffice. */
const beforeAndAfter = /On this tab\n\n```\n[^]*?```\n\n|\n\nand the tab is\n\n```\n[^]*?```/g;

function toolText(tool: McpTool): string {
  const names = Object.keys(tool.input.properties);
  const described = names.map((name) => `- ${name}: ${descriptionOf(tool, name) ?? 'see below'}`);
  return [`${tool.name}: ${tool.description}`, ...described, 'As JSON Schema:', JSON.stringify(tool.input)].join('\n');
}
