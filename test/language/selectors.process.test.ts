/** “Selectors” of the language, with the decisions about them, through REST with open editors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { reservedWords } from '#schema/ids.ts';

import { Api } from '../harness/api.ts';
import { until } from '../harness/editor.ts';
import { addToken } from '../harness/people.ts';
import { type Case, flow, LanguageStage } from './stage.test-support.ts';

let stage: LanguageStage;

beforeAll(async () => {
  stage = await LanguageStage.open();
});

afterAll(() => stage.close());

const sentences: readonly Case[] = [
  { cites: '`<ref>`', before: flow, send: 'set a fill=red', prints: ['~ a fill unset→red'] },
  {
    cites: "A whole slug wins over a longer id's prefix",
    before: `add square id=api
add square id=api-gateway`,
    send: 'set api fill=red',
    prints: ['~ api fill unset→red'],
  },
  {
    cites: 'unique id prefix',
    before: `add square id=billing
add square id=orders`,
    send: 'set bil fill=red',
    prints: ['~ billing fill unset→red'],
  },
  {
    cites: 'a prefix of several is ambiguous',
    before: `add square id=bill
add square id=bills-x`,
    send: 'set bi fill=red',
    refused: {
      code: 'target_ambiguous',
      operation: 0,
      line: 1,
      message: '"bi" matches 2 elements: bills-x (square), bill (square).',
      hint: 'Use the ref of one of the candidates.',
      candidates: [{ ref: 'bills-x' }, { ref: 'bill' }],
    },
  },
  {
    cites: 'element whose label equals it, ignoring case',
    before: 'add square id=x label="Order Desk"',
    send: 'set "order desk" fill=red',
    prints: ['~ x fill unset→red'],
  },
  {
    cites: 'labels containing the text',
    before: `add square id=x label="Order desk"
add square id=y label="Disorder"
add square id=z label=Other`,
    send: 'set label~ORDER fill=red all',
    prints: ['~ x fill unset→red', '~ y fill unset→red'],
  },
  {
    cites: 'label~ with a quoted text',
    before: `add square id=x label="Order desk"
add square id=y label="Order"`,
    send: 'set label~"r d" fill=red',
    prints: ['~ x fill unset→red'],
  },
  {
    cites: 'elements of that kind or element type',
    before: `add square id=x
add cylinder id=y
add sticky id=s`,
    send: `set type:shape note=shape all
set type:cylinder fill=red
set type:sticky fill=green`,
    prints: ['~ x note unset→"shape"', '~ y note unset→"shape" fill unset→red', '~ s color unset→green'],
  },
  {
    cites: 'shapes of that kind; aliases too',
    before: `add square id=x
add cylinder id=y
add sticky id=s`,
    send: 'set shape:database fill=red',
    prints: ['~ y fill unset→red'],
  },
  {
    cites: 'members of a frame or lane at any depth (not arrows)',
    before: `${flow}
wrap b c in frame id=inner label=In
wrap a inner in frame id=outer label=Out`,
    send: 'set in:outer note=x all',
    prints: ['~ a note unset→"x"', '~ b note unset→"x"', '~ c note unset→"x"', '~ inner note unset→"x"'],
  },
  { cites: 'the arrow pinned from a to b', before: flow, send: 'set a->b label=x', prints: ['~ first label unset→"x"'] },
  {
    cites: 'arrows pinned from an element',
    before: `${flow}
connect b -> a id=third`,
    send: 'set from:b label=x all',
    prints: ['~ second label unset→"x"', '~ third label unset→"x"'],
  },
  {
    cites: 'or to, an element',
    before: `${flow}
connect c -> b id=third`,
    send: 'set to:b label=x all',
    prints: ['~ first label unset→"x"', '~ third label unset→"x"'],
  },
  {
    cites: 'everything reachable from x following arrows forwards (x excluded)',
    before: `${flow}
connect c -> a`,
    send: 'set downstream:a fill=red all',
    prints: ['~ b fill unset→red', '~ c fill unset→red'],
  },
  {
    cites: 'everything that reaches x following arrows',
    before: flow,
    send: 'set upstream:c fill=red all',
    prints: ['~ a fill unset→red', '~ b fill unset→red'],
  },
  {
    cites: 'key:value terms joined by spaces (all must match)',
    before: `${flow}
set c fill=red`,
    send: 'set type:shape downstream:a label~C note=x',
    prints: ['~ c note unset→"x"'],
  },
  {
    cites: 'unless the operation takes `all`',
    before: flow,
    send: 'set type:shape fill=red',
    refused: {
      code: 'target_ambiguous',
      operation: 0,
      line: 1,
      message: '"type:shape" matches 3 elements: a (square "A"), b (square "B"), c (square "C").',
      hint: 'Use the ref of one of the candidates, or add the flag all.',
      candidates: [{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }],
    },
  },
  {
    cites: 'Zero matches: target_not_found (with nearest labels)',
    before: 'add square id=x label="Order desk"',
    send: 'set "Order dsk" fill=red',
    refused: {
      code: 'target_not_found',
      operation: 0,
      line: 1,
      message: 'Nothing on the tab matches label "Order dsk".',
      hint: 'Nearest: "Order desk".',
      nearest: ['Order desk'],
    },
  },
  {
    cites: '`all` with no match is target_not_found',
    before: flow,
    send: 'set type:sticky fill=red all',
    refused: { code: 'target_not_found', operation: 0, line: 1, message: 'Nothing on the tab matches "type:sticky".' },
  },
  {
    cites: 'Several: target_ambiguous (listing them)',
    before: `add square id=x label=Same
add square id=y label=same`,
    send: 'set "Same" fill=red',
    refused: {
      code: 'target_ambiguous',
      operation: 0,
      line: 1,
      message: 'label "Same" matches 2 elements: x (square "Same"), y (square "same").',
      hint: 'Use the ref of one of the candidates, or add the flag all.',
      candidates: [{ ref: 'x' }, { ref: 'y' }],
    },
  },
  {
    cites: 'each ref or quoted label names one element, and the other terms add whatever they match',
    before: `${flow}
add sticky id=s label=note at:0,300
add text id=t label=txt at:300,300`,
    send: 'wrap a "B" type:sticky in frame id=f absorb',
    prints: ['+ f frame at -20,-40 600×520', 'f +a', 'f +b', 'f +s', 'f +t'],
  },
  {
    cites: 'refs and quoted labels each add; Terms joined by spaces intersect',
    before: `${flow}
set a fill=red`,
    send: 'layout a b shape:square label~C direction=right',
    prints: ['~ b x 400→220', '~ c x 800→440'],
  },
  {
    cites: '`selected` with nothing selected is refused',
    before: flow,
    send: 'set selected fill=red',
    refused: { code: 'target_not_found', operation: 0, line: 1, message: 'You have nothing selected on this tab.' },
  },
  {
    cites: "Membership is the smallest frame or lane holding the element's centre",
    before: `add square id=a at:0,0
wrap a in frame id=inner
wrap inner in frame id=outer
add square id=half at:-110,10`,
    send: `move half by=20,0
set in:inner note=x all`,
    prints: ['~ half note unset→"x" x -110→-90', '~ a note unset→"x"', 'inner +half'],
  },
  {
    cites: 'Reserved words: an element with such a name is reached by quoted label',
    before: 'add square id=front label=Front',
    send: 'set "Front" fill=red',
    prints: ['~ front~… fill unset→red'],
  },
  {
    cites: 'or a longer ref',
    before: 'add square id=front label=Front',
    send: 'set front~ fill=red',
    prints: ['~ front~… fill unset→red'],
  },
  {
    cites: 'a reserved word is no ref',
    before: 'add square id=front label=Front',
    send: 'set front fill=red',
    refused: {
      code: 'parse_error',
      operation: 0,
      line: 1,
      column: 5,
      message: 'Line 1, column 5: expected a selector, and front is a reserved word: write the quoted label, or a longer ref.',
    },
  },
  {
    cites: 'wherever <x> stands a quoted label may',
    before: `add square id=x label="Order desk"
add square id=y label=Other at:400,0`,
    send: `connect "Order desk" -> "Other" id=e
add square id=z below:"Other"
set from:"Order desk" label=go`,
    prints: ['+ e arrow x -> y "go"', '+ z square at 400,120 160×80'],
  },
  {
    cites: 'an unknown key is named',
    before: flow,
    send: 'set kind:square fill=red',
    refused: {
      code: 'target_not_found',
      operation: 0,
      line: 1,
      message: 'Nothing on the tab matches "kind:square", and there is no selector "kind:".',
      hint: 'Those with a key: label~, type:, shape:, group:, in:, from:, to:, downstream:, upstream:.',
    },
  },
];

describe('the sentences on selectors', () => {
  for (const sentence of sentences) test(`“${sentence.cites}”`, () => stage.prove(sentence));
});

describe('the selection in an editor', () => {
  test('“`selected`: what the token owner has selected in an editor open on that tab”, and no other selection', async () => {
    const place = await stage.drawn(flow);
    const [a, c] = ['a', 'c'].map((slug) => stage.editor.element(place.tab, slug)!.id);
    const select = (tab: string, selection: unknown[]): void => stage.hers.provider.awareness?.setLocalState({ tab, selection });
    const grace = new Api(stage.node.url, await addToken(stage.storage, stage.graceId));
    const asked = (api: Api, operations: string) => api.changeset(place, operations, { baseRev: place.rev }, '?dryRun=1');
    const linesOf = async (operations: string): Promise<string[]> => {
      const { body } = await asked(grace, operations);
      return body.results?.map(({ line }) => line) ?? [];
    };
    select(place.tab, [a, c]);
    await until(async () => (await linesOf('set selected fill=red all')).length === 2, 5_000, 'her selection is not seen');
    expect(await linesOf('set selected fill=red all')).toEqual(['~ a fill unset→red', '~ c fill unset→red']);
    expect(await linesOf('wrap selected b in frame id=f')).toEqual(['+ f frame at -20,-40 1000×140', 'f +a', 'f +b', 'f +c']);
    expect(await linesOf('set selected label~C fill=red')).toEqual(['~ c fill unset→red']);
    expect((await asked(grace, 'set selected fill=red')).body).toMatchObject({ code: 'target_ambiguous' });
    expect((await asked(stage.api, 'set selected fill=red all')).body).toMatchObject({ code: 'target_not_found' });
    // Her selection protects these elements from others' agents, not from her own.
    const one = `set a label~A fill=blue`;
    expect([(await asked(grace, one)).status, (await asked(stage.api, one)).body]).toMatchObject([
      200,
      { code: 'elements_held' },
    ]);
    // A selection on another tab does not count here.
    select((await stage.drawn(flow)).tab, [a]);
    await until(async () => (await asked(grace, 'set selected fill=red all')).status === 400, 5_000, 'her old selection lasts');
    expect((await asked(grace, 'set selected fill=red all')).body).toMatchObject({ code: 'target_not_found' });
  });
});

test('“Reserved words”: each is no ref, and its element is reached by quoted label or a longer ref', async () => {
  const words = [...reservedWords];
  expect(words).toHaveLength(13);
  const place = await stage.drawn(words.map((word) => `add square id=${word} label="the ${word}"`).join('\n'));
  const { status, body } = await stage.send(
    place,
    words.flatMap((word) => [`set "the ${word}" fill=red`, `set ${word}~ note=x`]).join('\n'),
    { baseRev: 1 },
  );
  expect([status, body.changeset?.counts]).toEqual([201, { added: 0, changed: 13, removed: 0 }]);
  for (const word of words) {
    const code = word === 'selected' ? 'target_not_found' : 'parse_error';
    const refused = await stage.send<{ code: string }>(place, `set ${word} fill=blue`, {}, '?dryRun=1');
    expect([word, refused.status, refused.body.code]).toEqual([word, 400, code]);
  }
});
