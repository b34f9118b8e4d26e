/** sequence-diagram: the sequence diagrams of Mermaid: participants, messages, activations, blocks and notes. */
import { type Diagram, type ImportFault, isImportFault } from '../diagram.ts';
import { labelText } from './label-text.ts';
import type { MermaidText } from './mermaid-text.ts';
import { properName } from './participant-name.ts';
import { readProperties } from './properties.ts';
import { SequenceBuilder } from './sequence-builder.ts';
import { isLink } from '../web-link.ts';

/** Longer ones first. Those with a bar or two slashes have half a head, at the end or, with the lines behind, at the beginning. */
const arrowPattern = /<<-->>|<<->>|-->>|->>|--[x)]|-[x)]|-->|->|--?(?:\|[\\/]|\\\\|\/\/)|(?:[\\/]\||\\\\|\/\/)--?/y;
const anyArrow = new RegExp(arrowPattern.source, 'g');
/** A `;` ends a statement, but not within an entity. */
const restPattern = /(?:[^\n;#]|#\w{1,12};|#)*/y;
const blockWord = /(loop|alt|opt|par_over|par|critical|break|rect|box)(?=[\s;]|$)/iy;

/** The text after the word `sequenceDiagram`. */
export function readSequenceDiagram(source: MermaidText): Diagram | ImportFault {
  const builder = new SequenceBuilder();
  for (source.skipBreaks(); !source.atEnd; source.skipBreaks()) {
    const fault = readStatement(source, builder);
    if (fault !== null) return fault;
    source.skipSpaces();
    if (!source.atEnd && !source.sees(/[\n;]/y)) return source.fault('the end of the statement');
  }
  if (builder.isOpen) return source.fault(`end, which closes ${builder.openWord}`);
  return builder.build();
}

function readStatement(source: MermaidText, builder: SequenceBuilder): ImportFault | null {
  const start = source.at;
  const block = source.match(blockWord)?.[1]?.toLowerCase();
  if (block !== undefined) {
    builder.open(block, restOf(source), source.lineAt(start));
    return null;
  }
  const section = source.match(/(else|and|option)(?=[\s;]|$)/iy)?.[1]?.toLowerCase();
  if (section !== undefined) {
    const text = restOf(source);
    return builder.section(section, text) ? null : source.fault(`${blocksOf[section] ?? ''} around ${section}`, start);
  }
  if (source.take(/end(?=[\s;]|$)/iy) !== null) return builder.close() ? null : source.fault('a block that end closes', start);
  if (source.take(/title(?=[ \t:])[ \t]*:?/iy) !== null) {
    builder.title = labelText(restOf(source), 'title', builder.losses);
    return null;
  }
  if (source.take(/autonumber(?=[\s;]|$)/iy) !== null) {
    restOf(source);
    builder.losses.drop('autonumber', 'numbers of messages', 'messages have none');
    return null;
  }
  if (source.sees(/acc(?:Title|Descr)[ \t]*[:{]/y)) return readDescription(source, builder);
  const declared = source.match(/(create[ \t]+)?(participant|actor)[ \t]+/iy);
  if (declared !== null) return readParticipant(source, builder, declared[2] ?? '', declared[1] !== undefined);
  if (source.take(/destroy[ \t]+/iy) !== null) {
    builder.losses.drop(properName(restOf(source)), 'its end in between', 'a lifeline goes down to the end of the sequence');
    return null;
  }
  const activation = source.match(/(activate|deactivate)[ \t]+/iy)?.[1]?.toLowerCase();
  if (activation !== undefined) {
    const id = properName(restOf(source));
    if (id === '') return source.fault('a participant');
    if (activation === 'activate') builder.activate(id);
    else if (!builder.deactivate(id)) return source.fault(`a participant that is active, not ${id}`, start);
    return null;
  }
  if (source.sees(/note[ \t]+(?:left|right|over)[ \t]/iy)) return readNote(source, builder);
  if (source.sees(/(?:links?|properties|details)[ \t]+[^\n:;]*:/iy)) return readLink(source, builder);
  return readMessage(source, builder);
}

const blocksOf: Readonly<Record<string, string>> = { else: 'alt', and: 'par', option: 'critical' };

/** Without what says whether it wraps. */
const restOf = (source: MermaidText): string =>
  (source.take(restPattern) ?? '')
    .trim()
    .replace(/^:?(?:no)?wrap:/i, '')
    .trim();

function readDescription(source: MermaidText, builder: SequenceBuilder): ImportFault | null {
  const word = source.take(/acc(?:Title|Descr)/y) ?? '';
  source.skipSpaces();
  if (source.takes('{')) {
    if (source.until('}') === null) return source.fault('the closing }');
    source.at += 1;
  } else restOf(source);
  builder.losses.drop(word, 'a description for screen readers', 'a tab has none');
  return null;
}

function readParticipant(source: MermaidText, builder: SequenceBuilder, word: string, isCreated: boolean): ImportFault | null {
  const start = source.at;
  const id = properName(source.take(/(?:(?![ \t]+as[ \t])[^\n;@]|@(?!\{))*/y) ?? '');
  if (id === '') return source.fault('the name of a participant', start);
  let kind = word.toLowerCase();
  let label: string | null = null;
  if (source.takes('@{')) {
    const properties = readProperties(source);
    if (isImportFault(properties)) return properties;
    for (const [name, value] of properties) {
      if (name === 'type') kind = value;
      else if (name === 'alias') label = value;
      else builder.losses.drop(id, `${name}: ${value}`, 'no field says it');
    }
  }
  source.skipSpaces();
  if (source.take(/as[ \t]+/iy) !== null) label = restOf(source);
  builder.declare(id, kind, label === null ? null : labelText(label, id, builder.losses));
  if (isCreated) builder.losses.drop(id, 'its beginning in between', 'a lifeline begins at the top of the sequence');
  return null;
}

function readNote(source: MermaidText, builder: SequenceBuilder): ImportFault | null {
  const side = source.match(/note[ \t]+(left|right|over)[ \t]+(of[ \t]+)?/iy);
  const start = source.at;
  const names = (source.take(/[^\n:;]*/y) ?? '').split(',').map(properName);
  const [first = '', last = first] = names;
  if (first === '' || last === '' || names.length > 2)
    return source.fault('a participant, or two with a comma in between', start);
  if (!source.takes(':')) return source.fault(': and the text of the note');
  const where = side?.[1]?.toLowerCase();
  builder.note(where === 'left' || where === 'right' ? where : 'over', [first, last], restOf(source));
  return null;
}

function readLink(source: MermaidText, builder: SequenceBuilder): null {
  const word = source.take(/[a-z]+[ \t]+/iy)?.trim() ?? '';
  const id = properName(source.take(/[^\n:]*/y) ?? '');
  source.takes(':');
  const text = source.restOfLine();
  const address = /^link$/i.test(word)
    ? text.slice(text.lastIndexOf('@') + 1).trim()
    : (/"(https?:[^"]*)"/.exec(text)?.[1] ?? '');
  if (!isLink(address) || !builder.link(id, address))
    builder.losses.drop(id, `${word}: ${text}`, 'a box has one link, and no other properties');
  return null;
}

/** `Alice->>+Bob: text` */
function readMessage(source: MermaidText, builder: SequenceBuilder): ImportFault | null {
  const start = source.at;
  const end = source.text.indexOf('\n', start);
  const line = source.text.slice(start, end === -1 ? undefined : end);
  anyArrow.lastIndex = 0;
  const found = anyArrow.exec(line);
  if (found === null) return source.fault('a message, such as A->>B: text, or another statement of a sequence diagram', start);
  const [from, isFromCircle] = withoutCircle(line.slice(0, found.index));
  if (from === '') return source.fault('the participant that sends the message', start);
  source.at = start + found.index;
  const arrow = source.take(arrowPattern) ?? '';
  source.skipSpaces();
  const mark = source.take(/[+-]/y);
  source.skipSpaces();
  const [to, isToCircle] = withoutCircle(source.take(/[^\n:;]*/y) ?? '');
  if (to === '') return source.fault('the participant that gets the message');
  if (isFromCircle || isToCircle) builder.losses.drop(`${from}->${to}`, 'a circle on a lifeline', 'messages have none');
  if (!source.takes(':')) return source.fault(': and the text of the message');
  builder.message(from, to, arrow, restOf(source));
  if (mark === '+') builder.activate(to);
  if (mark === '-' && !builder.deactivate(from))
    return source.fault(`an active participant, not ${from}: - ends the activation of the one that sends`, start);
  return null;
}

/** The name of a participant, and whether the message has a circle at its lifeline. */
function withoutCircle(text: string): readonly [name: string, isCircle: boolean] {
  const name = text.trim().replace(/^\(\)|\(\)$/g, '');
  return [properName(name), name !== text.trim()];
}
