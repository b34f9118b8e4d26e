/** Parses JSON bodies strictly: it refuses everything that two parsers could read differently. A long text is read in turns of the event loop. */
import type { ValueError } from '#schema/validate.ts';

import { JsonFault, parsePieces } from './json-pieces.ts';
import { JsonScan } from './json-scan.ts';

/** `tooLong`: the member of the value whose list has more entries than any may have. */
export type JsonText = { readonly value: unknown } | { readonly error: ValueError; readonly tooLong?: string };

const decodedAtOnce = 524_288;

type Text = { readonly text: string } | { readonly error: ValueError };

/** Decodes bytes as UTF-8 without a byte order mark and NUL. */
export function readText(bytes: Uint8Array): Text {
  const reading = readingText(bytes);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** The same; run with `inTurns`. */
export function* readingText(bytes: Uint8Array): Generator<void, Text> {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  try {
    for (let at = 0; at < bytes.length; at += decodedAtOnce) {
      if (at > 0) yield;
      text += utf8.decode(bytes.subarray(at, at + decodedAtOnce), { stream: true });
    }
    text += utf8.decode();
  } catch {
    return failure('is not valid UTF-8');
  }
  if (text.startsWith('\uFEFF')) return failure('starts with a byte order mark');
  if (text.includes('\0')) return failure('contains a NUL character');
  return { text };
}

/** Run with `inTurns`. A text is divided into pieces of about this many characters. */
export function* readingJson(bytes: Uint8Array, pieceLength = 65_536): Generator<void, JsonText> {
  const read = yield* readingText(bytes);
  if ('error' in read) return read;
  const { text } = read;
  yield;
  const scan = new JsonScan(text, pieceLength);
  while (scan.advance(tokensPerStep)) yield;
  if (scan.tooLong !== null) return { ...failure(scan.fault ?? ''), tooLong: scan.tooLong };
  if (scan.fault !== null) return failure(scan.fault);
  yield;
  try {
    return { value: scan.long === null ? (JSON.parse(text) as unknown) : yield* parsePieces(text, scan.long) };
  } catch (error) {
    return failure(`is not JSON: ${placeOf(error)}`);
  }
}

const tokensPerStep = 2_000;

const failure = (message: string): { readonly error: ValueError } => ({ error: { pointer: '', message } });

/** The parser's message without the excerpt of the body that it quotes. */
function placeOf(error: unknown): string {
  if (error instanceof JsonFault) return error.at === null ? unknownPlace : `unexpected character at position ${error.at}`;
  if (!(error instanceof SyntaxError)) return 'it cannot be parsed';
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(error.message);
  return place === null ? unknownPlace : `unexpected character ${place[0]}`;
}

const unknownPlace = 'it ends too early or is empty';
