import { describe, expect, test } from 'vitest';

import { drawn, planned } from '#core/ops/drawn.test-support.ts';
import { operationKinds } from '#core/ops/operation-list.ts';
import { elementTypes } from '#schema/element.ts';
import { fieldNames } from '#core/fields/field-table.ts';

import { basics } from './basics.ts';
import { helpText, topics } from './help.ts';
import { tools } from './tools/list.ts';

const help = (topic: string): string => helpText(topic, tools) ?? '';
/** The size that models pay for, as everywhere: four characters a token. */
const tokens = (text: string): number => text.length / 4;

describe('help', () => {
  test('TS15 the basics are at most 1,000 tokens, and what they show is accepted', () => {
    expect(tokens(help('basics'))).toBeLessThanOrEqual(1_000);
    const forms = (text: string): string[] => text.match(/^(?:add|connect|wrap|layout) .*$|\{"op".*\}$/gm) ?? [];
    const table = /add table .*$/m.exec(basics)?.[0] ?? '';
    const changes =
      /^Changes: ([^]*)^JSON/m
        .exec(basics)?.[1]
        ?.split(/ ·\s/)
        .map((text) => text.trim()) ?? [];
    const arrow = /connect api\.right@0\.3 .*(?=\. A side)/.exec(basics)?.[0] ?? '';
    expect([forms(basics).length, changes.length]).toEqual([7, 8]);
    const tab = drawn([...forms(basics), table, arrow.replace('row:id', 'row:name')].join('\n'));
    for (const line of changes) expect(() => planned(tab, line), line).not.toThrow();
  });

  test('TS15 every operation, section and tool is a topic of at most 4,000 tokens; another name is none', () => {
    for (const topic of [...topics, ...tools.map(({ name }) => name)]) {
      expect(help(topic), topic).not.toBe('');
      expect(tokens(help(topic)), topic).toBeLessThanOrEqual(4_000);
    }
    for (const { name, usage } of operationKinds) {
      expect(help(name)).toContain(usage.split(' or ')[0]);
      expect(help(name)).toContain('answers');
      expect(help(name)).not.toMatch(/On this tab|and the tab is|\.svg/);
    }
    expect(helpText('no such topic', tools)).toBeNull();
  });

  test('TS15 the guide has every field with its form, the JSON form of every operation, and of elements without a kind', () => {
    for (const type of elementTypes) for (const name of fieldNames(type)) expect(help('fields')).toContain(`\n| \`${name}\` |`);
    expect(help('fields')).not.toContain('| JSON |');
    for (const { name } of operationKinds) expect(help('json')).toContain(`\n{"op":"${name}"`);
    for (const line of help('json').match(/^\{"op":"add","element".*$/gm) ?? []) {
      const tab = drawn('add square id=a\nadd square id=b');
      expect(() => planned(tab, line.replace('img_…', 'img_1'), { mayReference: () => true }), line).not.toThrow();
    }
  });
});
