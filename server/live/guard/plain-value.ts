/**
 * Checks a plain value of an update (SPEC.md, GD7), and reads it where its content matters. Texts have at most 128 KiB, values at most 256 KiB
 * and 32 levels, keys at most 64 characters.
 */
import { limits } from '#schema/limits.ts';

import type { Cursor } from './cursor.ts';
import { isMemberName } from './key.ts';
import { GuardRefusal } from './guard-refusal.ts';

/** lib0's type bytes, counted down from 127. */
const tags = {
  null: 126,
  int: 125,
  float32: 124,
  float64: 123,
  false: 121,
  true: 120,
  text: 119,
  object: 118,
  list: 117,
} as const;

/** Skips one value, refusing anything but a plain value. Returns the largest magnitude of its numbers. */
export function checkValue(cursor: Cursor): number {
  const start = cursor.pos;
  const largest = checkNested(cursor, 0);
  if (cursor.pos - start > limits.valueBytes) throw new GuardRefusal('too_large');
  return largest;
}

function checkNested(cursor: Cursor, depth: number): number {
  switch (cursor.byte()) {
    case tags.null:
    case tags.false:
    case tags.true:
      return 0;
    case tags.int:
      return Math.abs(cursor.int());
    case tags.float32:
      return finite(cursor.float32());
    case tags.float64:
      return finite(cursor.float64());
    case tags.text:
      cursor.skipText(limits.stringBytes, 'too_large');
      return 0;
    case tags.object:
    case tags.list:
      cursor.pos -= 1;
      return checkMembers(cursor, depth + 1);
    default:
      throw new GuardRefusal('poison_value');
  }
}

function checkMembers(cursor: Cursor, depth: number): number {
  if (depth > limits.jsonDepth) throw new GuardRefusal('too_deep');
  const isObject = cursor.byte() === tags.object;
  let largest = 0;
  for (let left = cursor.uint(); left > 0; left -= 1) {
    if (isObject) readName(cursor);
    largest = Math.max(largest, checkNested(cursor, depth));
  }
  return largest;
}

/** Reads a value that `checkValue` has accepted. */
export function readValue(cursor: Cursor): unknown {
  switch (cursor.byte()) {
    case tags.null:
      return null;
    case tags.int:
      return cursor.int();
    case tags.float32:
      return cursor.float32();
    case tags.float64:
      return cursor.float64();
    case tags.false:
      return false;
    case tags.true:
      return true;
    case tags.text:
      return cursor.text(limits.stringBytes, 'too_large');
    case tags.object: {
      const members: Record<string, unknown> = {};
      for (let left = cursor.uint(); left > 0; left -= 1) {
        const name = readName(cursor);
        members[name] = readValue(cursor);
      }
      return members;
    }
    case tags.list: {
      const entries: unknown[] = [];
      for (let left = cursor.uint(); left > 0; left -= 1) entries.push(readValue(cursor));
      return entries;
    }
    default:
      throw new GuardRefusal('poison_value');
  }
}

function readName(cursor: Cursor): string {
  const name = cursor.text(4 * limits.keyCharacters, 'invalid_key');
  if (!isMemberName(name)) throw new GuardRefusal('invalid_key');
  return name;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new GuardRefusal('poison_value');
  return Math.abs(value);
}
