import { expect, test } from 'vitest';

import { functionTable } from './function-list.ts';
import { argumentAt, signatures } from './signatures.ts';

test('[SH23] each function has a signature with as many arguments as it takes', () => {
  const known = signatures();
  const functions = functionTable();
  expect([...known.keys()].filter((name) => name !== 'LET' && !functions.has(name))).toEqual([]);
  for (const { name, min, max } of functions.values()) {
    const { args } = known.get(name) ?? { args: ['none'] };
    const isMany = args.includes('…');
    const needed = args.filter((arg) => !arg.startsWith('[') && arg !== '…').length;
    expect(`${name} ${needed} ${isMany || args.length === max}`).toBe(`${name} ${min} true`);
  }
});

test('the last arguments of a signature repeat', () => {
  const at = (name: string, place: number): string => {
    const signature = signatures().get(name)!;
    return signature.args[argumentAt(signature, place)]!;
  };
  expect([at('SUM', 4), at('SUMIFS', 0), at('SUMIFS', 3), at('SUMIFS', 4), at('CHOOSE', 3)]).toEqual([
    'number', 'range of numbers', 'range', 'condition', 'value',
  ]); // prettier-ignore
});
