/**
 * Parses a long JSON text piece by piece, so that other work can run in between. The value, and whether there is one, are those of
 * JSON.parse.
 */
import type { LongText } from './json-long-text.ts';
import type { LongContainer, LongValue } from './json-scan.ts';

/** Thrown for a text that is not JSON. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
  /** The offset of the first character that is wrong. */
  readonly at: number | null;

  constructor(at: number | null) {
    super('not JSON');
    this.at = at;
  }
}

/** A place between two cuts of a container: short members, or one long one. */
type Piece = { readonly from: number; readonly to: number; readonly long: LongValue | undefined };

export function* parsePieces(text: string, long: LongValue): Generator<void, unknown> {
  requireSpace(text, 0, long.start);
  requireSpace(text, long.end + 1, text.length);
  return yield* valueOf(text, long);
}

const valueOf = (text: string, long: LongValue): Generator<void, unknown> =>
  long.kind === 'text' ? stringOf(text, long) : containerOf(text, long);

function* stringOf(text: string, { start, end, cuts }: LongText): Generator<void, string> {
  let value = '';
  let from = start + 1;
  for (const to of [...cuts, end]) {
    yield;
    value += String(parseAt(`"${text.slice(from, to)}"`, from - 1));
    from = to;
  }
  return value;
}

function* containerOf(text: string, container: LongContainer): Generator<void, unknown> {
  const members: Record<string, unknown> = {};
  const entries: unknown[] = [];
  for (const piece of piecesOf(container)) {
    yield;
    const { long } = piece;
    if (long === undefined) {
      const value = parsePart(text, piece, container);
      if (Array.isArray(value)) for (const entry of value) entries.push(entry);
      else Object.assign(members, value);
      continue;
    }
    requireSpace(text, long.end + 1, piece.to);
    const name = container.isObject ? nameBefore(text, piece.from, long.start) : null;
    if (name === null) requireSpace(text, piece.from, long.start);
    const value = yield* valueOf(text, long);
    if (name === null) entries.push(value);
    else members[name] = value;
  }
  return container.isObject ? members : entries;
}

function* piecesOf({ start, end, cuts, parts }: LongContainer): Generator<Piece, void> {
  const left = parts.values();
  let part = left.next();
  let from = start + 1;
  for (const to of [...cuts, end]) {
    const long = part.done !== true && part.value.start < to ? part.value : undefined;
    if (long !== undefined) part = left.next();
    yield { from, to, long };
    from = to + 1;
  }
}

function parsePart(text: string, { from, to }: Piece, { isObject, start, end }: LongContainer): unknown {
  const part = text.slice(from, to);
  // Only a whole container may be empty, and a divided one is not.
  if (from > start + 1 || to < end) if (part.trim() === '') throw new JsonFault(to);
  return parseAt(isObject ? `{${part}}` : `[${part}]`, from - 1);
}

/** Parses a part that begins at this offset. */
function parseAt(part: string, offset: number): unknown {
  try {
    return JSON.parse(part);
  } catch (error) {
    const at = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
    throw new JsonFault(at === undefined ? null : offset + Number(at));
  }
}

function nameBefore(text: string, from: number, to: number): string {
  const [, name] = /^\s*("(?:[^"\\]|\\.)*")\s*:\s*$/.exec(text.slice(from, to)) ?? [];
  if (name === undefined) throw new JsonFault(from);
  try {
    return String(JSON.parse(name));
  } catch {
    throw new JsonFault(from);
  }
}

function requireSpace(text: string, from: number, to: number): void {
  for (let at = from; at < to; at += 1) if (!' \t\r\n'.includes(text.charAt(at))) throw new JsonFault(at);
}
