/**
 * random-line: random lines for fuzzing: from the grammar, mistyped, or arbitrary strings.
 *
 * Names are those of the tab in `fuzz-lines.test.ts`.
 */
import { limits } from '#schema/limits.ts';
import type { SeededRandom } from '#test/harness/random.ts';

import { parseOperations } from './parse.ts';
import { quoteExactly } from '../notation/quote.ts';

const slugs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'core', 'side', 'first', 'arrow'];
const oddNames = [
  'h',
  'gone',
  'new',
  'front',
  'all',
  'arrow-2',
  '"Order"',
  '"Paid?"',
  '"Core"',
  '"nothing"',
  '"a -> b"',
  '"é👍🏽"',
  "''",
];
const kinds = ['square', 'circle', 'db', 'text', 'sticky', 'table', 'annotation', 'link-card', 'plan-board', 'hexagn'];
const fields = [
  'label=x', 'label="two words"', 'label=', 'note="n\\nm"', 'fill=blue', 'fill=#00ff00', 'fill=', 'stroke=red', 'text=sm', 'text-color=teal',
  'border=dashed', 'label="A heading that is longer than forty characters, and more"', 'note=', 'text=lg', 'opacity=0.5',
  'group=g', 'group=g/inner', 'group=',
]; // prettier-ignore
const oddFields = [
  'fill=nocolour', 'text=huge', 'line=curved', 'font=mono', 'shape=circle', 'x=10', 'width=-1', 'width=1e6', 'height=1e308', 'locked=true',
  'z="zz"', 'id=other', 'type=arrow', 'via=[[1,2],[3,4]]', 'via=[[1,', 'from=a', 'to={"x":1,"y":2}', 'direction=right', 'style=flow',
  '__proto__=1', 'constructor=1', 'label=[1]', 'rows=[["a"]]', 'columns=[]', 'layer=l1', 'link=javascript:1', 'label=a=b', '=x', 'x==1',
  'labelAt=0.3', 'labelAt=middle', 'labelAt=', 'group=G', 'group=a//b', 'group=a/b/c/d/e', 'group=7', 'crop={"left":0.1}', 'crop=',
  'label="\\u202e"', 'note={"a":{"b":[null]}}',
]; // prettier-ignore
const flags = ['all', 'keep-arrows', 'again', 'tidy', 'absorb', 'make-room'];
const points = ['0,0', '100,-200', '0.1,0.2', '5000,0'];
const oddPoints = ['1e7,1e7', '-0,NaN', '9999999,0', '1', ''];
const pieces = [
  '"', "'", '\\', '[', ']', '{', '}', '(', ')', '=', ':', '->', '~', ',', '#', ' ', '\t', '\r', '\v', '\f', '\0', '\u0007', '\u001b[2J',
  '\u007f', '\u0085', '\u00a0', '\u00ad', '\u061c', '\u200b', '\u200d', '\u200f', '\u2028', '\u2029', '\u202e', '\u2066', '\u2069', '\ufeff',
  '\ufffe', '\uffff', '\ud800', '\udfff', '👩‍👩‍👧‍👦', '🇩🇪', 'e\u0301\u0301\u0301', 'ﷺ', '𝕊', 'İ', 'ß', '١٢', '/', '%', '<b>', '${x}', 'label', 'in:',
  'gap:', 'at:', 'a', 'add', 'set', 'layout', 'wrap', 'all', '1', '-', '1e999', 'null', '{"op":', '"a->', 'type:shape', 'downstream:',
]; // prettier-ignore

const some = (random: SeededRandom, most: number, make: () => string): string =>
  Array.from({ length: random.integer(0, most) }, make).join(' ');

const mostly = (random: SeededRandom, valid: readonly string[], odd: readonly string[]): string =>
  random.pick(random.chance(0.85) ? valid : odd);
const operand = (random: SeededRandom): string => mostly(random, slugs, oddNames);
/** The end of an arrow. */
const end = (random: SeededRandom): string =>
  `${operand(random)}${random.chance(0.3) ? mostly(random, ['.right', '.top@0.3', '.left@1'], ['.row:1', '.row:"x y"', '.middle', '.top@2', '.']) : ''}`;
const point = (random: SeededRandom): string => mostly(random, points, oddPoints);

function selector(random: SeededRandom): string {
  const term = (): string => {
    switch (random.integer(0, 9)) {
      case 6:
        return `group:${random.pick(['g', 'g/inner', 'none', ''])}`;
      case 0:
        return `type:${random.pick(['shape', 'arrow', 'frame', 'lane', 'table', 'nothing'])}`;
      case 1:
        return `shape:${random.pick(kinds)}`;
      case 2:
        return `label~${random.pick(['o', '"r d"', ''])}`;
      case 3:
        return `${random.pick(['in', 'from', 'to', 'downstream', 'upstream'])}:${operand(random)}`;
      case 4:
        return `${operand(random)}${random.pick(['->', ' -> '])}${operand(random)}`;
      case 5:
        return 'selected';
      default:
        return operand(random);
    }
  };
  return random.chance(0.8) ? term() : `${term()} ${term()}`;
}

function place(random: SeededRandom): string {
  if (random.chance(0.25)) return `at:${point(random)}`;
  if (random.chance(0.15)) return `inside:${mostly(random, ['core', 'side'], slugs)}`;
  const relation = mostly(random, ['right-of', 'left-of', 'above', 'below', 'after', 'align'], ['near', 'inside']);
  const gap = random.chance(0.3) ? ` gap:${mostly(random, ['0', '40', '2000'], ['2001', '-1', '1.5', '1e3', 'x', ''])}` : '';
  return `${relation}:${operand(random)}${gap}`;
}

const named = (random: SeededRandom): string => (random.chance(0.4) ? `id=${mostly(random, ['n', 'new-1', 'n_2'], slugs)}` : '');
const values = (random: SeededRandom, most = 3): string => some(random, most, () => mostly(random, fields, oddFields));
const flag = (random: SeededRandom, ...words: readonly string[]): string => some(random, 1, () => mostly(random, words, flags));

const bareLabel = (random: SeededRandom): string =>
  some(random, 1, () => mostly(random, ['"Pay"', '"a b"', '""'], ['"a"b', "'a'"]));

/** The arguments of each operation. */
export const grammar: { readonly [operation: string]: (random: SeededRandom) => readonly string[] } = {
  add: (random) => [
    random.pick(kinds),
    bareLabel(random),
    named(random),
    values(random),
    random.chance(0.6) ? place(random) : '',
  ],
  set: (random) => [selector(random), values(random, 4), flag(random, 'all')],
  rm: (random) => [selector(random), flag(random, 'all'), flag(random, 'keep-arrows')],
  move: (random) => [selector(random), random.chance(0.7) ? place(random) : `by=${point(random)}`, flag(random, 'all')],
  connect: (random) => [end(random), '->', end(random), named(random), values(random, 2), flag(random, 'again')],
  rewire: (random) => [
    mostly(random, ['first', 'arrow', 'a->b', 'b->c'], slugs),
    random.chance(0.7) ? `from=${end(random)}` : '',
    random.chance(0.7) ? `to=${end(random)}` : '',
  ],
  insert: (random) => [
    random.pick(kinds),
    bareLabel(random),
    named(random),
    values(random, 2),
    'between',
    random.chance(0.6) ? random.pick(['a b', 'b c', 'c a']) : `${end(random)} ${end(random)}`,
  ],
  wrap: (random) => [
    some(random, 3, () => selector(random)),
    'in',
    mostly(random, ['frame', 'lane'], ['box', '']),
    bareLabel(random),
    named(random),
    values(random, 2),
    flag(random, 'tidy'),
    flag(random, 'absorb', 'make-room'),
  ],
  import: (random) => [
    mostly(random, ['mermaid'], ['uml', '']),
    random.chance(0.3) ? 'mode=update' : '',
    mostly(random, ['<<END'], ['', '<<']),
  ],
  unwrap: (random) => [random.chance(0.5) ? random.pick(['core', 'side']) : selector(random)],
  order: (random) => [
    selector(random),
    random.pick(['front', 'back', `above=${operand(random)}`, `below=${operand(random)}`, '']),
  ],
  fix: (random) => [
    mostly(random, ['all', 'arrow-behind-box', 'box-overlap', 'aspect-extreme', 'label-overflow'], ['everything', '']),
    random.chance(0.5) ? selector(random) : '',
  ],
  layout: (random) => [
    selector(random),
    some(random, 2, () => selector(random)),
    some(random, 1, () => random.pick(['style=flow', 'style=tree', 'style=mindmap', 'style=round', 'tidy'])),
    some(random, 1, () => random.pick(['direction=down', 'direction=right', 'direction=up'])),
  ],
  test: (random) => [selector(random), values(random)],
};

/** A line of the grammar, sometimes in its JSON form. */
export function grammatical(random: SeededRandom): string {
  const name = random.pick(Object.keys(grammar));
  const line = [name, ...grammar[name]!(random)].filter((part) => part !== '').join(' ');
  if (!random.chance(0.25)) return line;
  const parsed = parseOperations(line);
  return 'errors' in parsed ? line : JSON.stringify(parsed.operations[0]?.operation);
}

/** The line with one to six typing errors. */
export function mutated(random: SeededRandom): string {
  const marks = ['"', "'", '\\', '[', ']', '{', '}', '(', ')'];
  let line = grammatical(random);
  for (let slips = random.integer(1, 6); slips > 0; slips -= 1) {
    const at = random.integer(0, line.length);
    const other = random.integer(0, line.length);
    const [from, to] = [Math.min(at, other), Math.max(at, other)];
    switch (random.integer(0, 6)) {
      case 0:
        line = line.slice(0, at) + line.slice(at + 1);
        break;
      case 1:
        line = line.slice(0, at) + line.slice(Math.max(0, at - 1));
        break;
      case 2:
        line = line.slice(0, at) + (line[at + 1] ?? '') + (line[at] ?? '') + line.slice(at + 2);
        break;
      case 3:
        line = random.chance(0.5) ? line.slice(0, at) : line.slice(at);
        break;
      case 4:
        line = line.slice(0, to) + line.slice(from);
        break;
      case 5:
        line = line.slice(0, at) + random.pick(pieces) + line.slice(at);
        break;
      default:
        line = line.slice(0, from) + random.pick(marks) + line.slice(from, to) + random.pick(marks) + line.slice(to);
    }
  }
  return line.slice(0, limits.charactersPerLine);
}

/** An arbitrary string; one in a hundred is about as long as the longest allowed line. */
export function hostile(random: SeededRandom): string {
  const text = (most: number): string => {
    let text = '';
    for (let count = random.integer(0, most); count > 0; count -= 1) {
      text += random.chance(0.8) ? random.pick(pieces) : String.fromCharCode(random.integer(0, 0xffff));
    }
    return text;
  };
  const start = random.chance(0.6) ? `${random.pick(Object.keys(grammar))} ` : '';
  if (!random.chance(0.01)) return start + text(30);
  const length = random.integer(1_000, limits.charactersPerLine + 10);
  const piece = text(3) || 'a ';
  const long = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const forms = [
    start + long,
    `set a label="${long}"`,
    `add square label=${quoteExactly(long.toWellFormed())}`,
    `wrap ${long} in frame`,
    `set a note=[${long}]`,
    `{"op":"set","target":${JSON.stringify(long)},"fields":{}}`,
    `{"op":"set","target":"a","fields":{"label":${JSON.stringify(long)}}}`,
  ];
  return random.pick(forms).slice(0, limits.charactersPerLine + 10);
}
