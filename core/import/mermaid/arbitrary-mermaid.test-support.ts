/** arbitrary-mermaid: random texts of each kind of Mermaid diagram that is read here. */
import fc from 'fast-check';

const word = fc.constantFrom(
  'Pay',
  'two words',
  'Überweisung',
  '日本',
  'a-b',
  '50 %',
  'x',
  'end',
  'note',
  'A & B',
  'say "no"',
  '#1',
  'a;b',
  '<tag>',
  'x_y',
  '*',
  'a: b',
);
/** As statements of Mermaid say a text. */
const coded = (text: string): string => text.replaceAll(/["#;<>&*_]/g, (sign) => `#${sign.codePointAt(0)};`);
const label = word.map(coded);
const id = fc.integer({ min: 0, max: 7 }).map((number) => `n${number}`);
const lines = (line: fc.Arbitrary<string>, maxLength = 10): fc.Arbitrary<string[]> => fc.array(line, { minLength: 1, maxLength });
const text = (head: string, body: readonly string[]): string => `${head}\n${body.join('\n')}\n`;
const optional = (value: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), value);

const brackets = fc.constantFrom(
  ['[', ']'],
  ['(', ')'],
  ['([', '])'],
  ['[(', ')]'],
  ['((', '))'],
  ['{', '}'],
  ['{{', '}}'],
  ['[/', '/]'],
  ['[[', ']]'],
  ['>', ']'],
);
const node = fc.tuple(id, brackets, label).map(([name, [open, close], words]) => `${name}${open}"${words}"${close}`);
const link = fc.constantFrom('-->', '---', '-.->', '==>', '<-->', '--x', '~~~');
const edge = fc
  .tuple(id, link, optional(label), id)
  .map(([from, arrow, words, to]) => `${from} ${arrow}${words === '' ? '' : `|"${words}"|`} ${to}`);
const styled = fc
  .tuple(id, fc.constantFrom('fill:#ff9966', 'stroke:#333333,color:#ffffff', 'stroke-dasharray:5 5'))
  .map(([name, style]) => `style ${name} ${style}`);
const subgraph = fc
  .tuple(fc.nat(3), label, fc.array(fc.oneof(node, edge), { maxLength: 3 }))
  .map(([number, words, inner]) => [`subgraph g${number} ["${words}"]`, ...inner, 'end'].join('\n'));

export const anyFlowchart = fc
  .tuple(fc.constantFrom('LR', 'TD', 'BT'), lines(fc.oneof(node, edge, styled, subgraph)))
  .map(([direction, body]) => text(`flowchart ${direction}`, body));

const participant = fc.constantFrom('A', 'B', 'Web Shop', 'Überweisung');
const message = fc
  .tuple(participant, fc.constantFrom('->>', '-->>', '->', '-->', '-)', '--)', '<<->>', '-x'), participant, optional(label))
  .map(([from, arrow, to, words]) => `${from}${arrow}${to}: ${words}`);
const note = fc.oneof(
  fc
    .tuple(fc.constantFrom('left of', 'right of', 'over'), participant, label)
    .map(([side, of, words]) => `Note ${side} ${of}: ${words}`),
  fc.tuple(participant, participant, label).map(([from, to, words]) => `Note over ${from},${to}: ${words}`),
);
const declared = fc
  .tuple(fc.constantFrom('participant', 'actor'), participant, optional(label))
  .map(([kind, name, words]) => `${kind} ${name}${words === '' ? '' : ` as ${words}`}`);
const rows = fc.letrec<{ row: string; block: string }>((tie) => ({
  row: fc.oneof({ maxDepth: 3, withCrossShrink: true }, message, note, tie('block')),
  block: fc
    .tuple(
      fc.constantFrom(['loop', ''], ['opt', ''], ['alt', 'else'], ['par', 'and'], ['critical', 'option'], ['rect', '']),
      label,
      fc.array(tie('row'), { maxLength: 3 }),
      fc.array(fc.tuple(optional(label), fc.array(tie('row'), { maxLength: 2 })), { maxLength: 2 }),
    )
    .map(([[kind = '', section = ''], words, inner, sections]) =>
      [
        `${kind} ${words}`,
        ...inner,
        ...(section === '' ? [] : sections.flatMap(([title, more]) => [`${section} ${title}`, ...more])),
        'end',
      ].join('\n'),
    ),
}));

export const anySequence = fc
  .tuple(fc.array(declared, { maxLength: 3 }), optional(label.map((words) => `title ${words}`)), lines(rows.row, 8))
  .map(([head, title, body]) => text('sequenceDiagram', [...(title === '' ? [] : [title]), ...head, ...body]));

const className = fc.constantFrom('Order', 'Line', 'Customer', 'Shop');
const member = fc.constantFrom('+int id', '-name: string', '+pay() bool', '+find(id)* Order', '#List~T~ items');
const relation = fc
  .tuple(
    className,
    fc.constantFrom('<|--', '--|>', '*--', 'o--', '-->', '..>', '..|>', '--', '..'),
    className,
    optional(word.filter((words) => /^[\p{L} ]+$/u.test(words))),
  )
  .map(([from, kind, to, words]) => `${from} ${kind} ${to}${words === '' ? '' : ` : ${words}`}`);
const classBody = fc
  .tuple(className, fc.array(member, { maxLength: 4 }), optional(fc.constant('<<interface>>')))
  .map(([name, members, mark]) => [`class ${name} {`, ...(mark === '' ? [] : [mark]), ...members, '}'].join('\n'));
const classNote = fc.tuple(className, label).map(([name, words]) => `class ${name}\nnote for ${name} "${words}"`);

export const anyClassDiagram = lines(fc.oneof(relation, classBody, classNote)).map((body) =>
  text('classDiagram', ['class Order', ...body]),
);

const entity = fc.constantFrom('ORDER', 'LINE-ITEM', 'CUSTOMER');
const erRelation = fc
  .tuple(
    entity,
    fc.constantFrom('||', '|o', '}|', '}o'),
    fc.constantFrom('--', '..'),
    fc.constantFrom('||', 'o|', '|{', 'o{'),
    entity,
    label,
  )
  .map(([from, start, line, end, to, words]) => `${from} ${start}${line}${end} ${to} : "${words}"`);
const attributes = fc
  .tuple(
    entity,
    fc.array(fc.constantFrom('int id PK', 'string name', 'date at UK "when it was"', 'int order PK, FK'), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([name, own]) => [`${name} {`, ...own, '}'].join('\n'));

export const anyErDiagram = lines(fc.oneof(erRelation, attributes)).map((body) => text('erDiagram', body));

const state = fc.constantFrom('s1', 's2', 's3', 'Still');
const transition = fc
  .tuple(
    fc.oneof(state, fc.constant('[*]')),
    fc.oneof(state, fc.constant('[*]')),
    optional(word.filter((words) => /^[\p{L} ]+$/u.test(words))),
  )
  .map(([from, to, words]) => `${from} --> ${to}${words === '' ? '' : ` : ${words}`}`);
const composite = fc
  .tuple(fc.nat(1), fc.array(fc.constantFrom('[*] --> i1', 'i1 --> i2', 'i2 --> [*]'), { minLength: 1, maxLength: 3 }))
  .map(([number, inner]) =>
    [`state C${number} {`, ...inner.map((line) => line.replaceAll(/i(?=\d)/g, `i${number}_`)), '}'].join('\n'),
  );
const stateNote = fc.tuple(state, label).map(([name, words]) => `note right of ${name} : ${words}`);
const special = fc.constantFrom(
  'state k <<choice>>\n[*] --> k\nk --> s1',
  'state f <<fork>>\ns1 --> f\nf --> s2\nf --> s3',
  'state "A longer one" as s2',
);

export const anyStateDiagram = lines(fc.oneof(transition, composite, stateNote, special)).map((body) =>
  text('stateDiagram-v2', ['[*] --> s1', ...body]),
);

const branch = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.oneof(
      fc
        .tuple(fc.constantFrom(['(', ')'], ['[', ']'], ['((', '))'], [')', '('], ['{{', '}}']), label)
        .map(([[open, close], words]) => `x${open}"${words}"${close}`),
      fc.constantFrom('plain', 'two words', 'Überweisung'),
    ),
  )
  .map(([depth, words]) => `${'  '.repeat(depth + 1)}${words}`);

export const anyMindmap = fc.array(branch, { maxLength: 12 }).map((body) => text('mindmap', ['  root((Root))', ...body]));
