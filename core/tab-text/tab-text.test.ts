import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';
import { fuzz } from '#test/harness/fuzz.ts';

import { parseOperations } from '../changeset/parse.ts';
import { drawn, named, tabWith } from '../ops/drawn.test-support.ts';
import { anyTab } from '../tab/arbitrary-tab.test-support.ts';
import { TabIndex } from '../tab/tab-index.ts';
import { contentChanges } from './content-changes.ts';
import { mergeContents, type MergeSide } from './merge-contents.ts';
import { operationsTowards } from './operations-towards.ts';
import { linesOf, printTabText } from './print-tab-text.ts';
import { readTabText } from './read-tab-text.ts';
import {
  anyEdits,
  contentIn,
  edited,
  exchanged,
  expressible,
  placesOn,
  pulled,
  push,
  readWell,
} from './tab-text.test-support.ts';

const shop = () =>
  drawn('add square id=a label=Cart at:0,0\nadd cylinder id=b label=Orders at:300,0\nconnect a -> b id=e label=places');
const anyDrawing = anyTab({ boxes: 6, arrows: 4 }).map((state) => TabIndex.of(expressible(state)));
const text = (body: string): string => printTabText(tabWith([]).settings, body);
const changed = (of: string, from: string | RegExp, to: string): string => of.replace(from, to);

describe('text', () => {
  test('[TX1] [TX6] what is printed is read as the same content, and prints as the same text again', () => {
    fc.assert(
      fc.property(anyTab(), (state) => {
        const printed = pulled(TabIndex.of(state));
        const { content, tab } = readWell(printed);
        const again = printTabText(tab.settings, linesOf(content, tab.settings));
        expect(Object.fromEntries(contentIn(again))).toEqual(Object.fromEntries(content));
        expect([...contentIn(again).keys()]).toEqual([...content.keys()]);
        expect(printTabText(tab.settings, linesOf(contentIn(again), tab.settings))).toBe(again);
      }),
      fuzz(500),
    );
    const many = Array.from({ length: 1_200 }, (_, at) => `add square id=n${at} at:${at * 200},0`).join('\n');
    expect(readWell(many).content.size).toBe(1_200);
    expect(parseOperations(many)).toMatchObject({ errors: [{ code: 'too_large' }] });
  });

  test('[TX2] the head has name, mode, theme and layers, and names what no text can express', () => {
    const layers = [{ id: 'bg', name: 'Back\nground', locked: true, hidden: false }];
    const loose = { id: 'x~00000000', type: 'arrow', z: 'a0', from: { element: 'gone~00000000' }, to: { x: 0, y: 0 } } as Element;
    const printed = pulled(tabWith([loose], { name: 'Flow "1"', theme: 'dark', mode: 'pages', layers }));
    expect(printed.split('\n')).toEqual([
      '#: tab {"name":"Flow \\"1\\"","mode":"pages","theme":"dark"}',
      expect.stringMatching(/^#: Elements .* pages, .* push keeps them\.$/),
      '#: layers [{"id":"bg","name":"Back\\nground","locked":true,"hidden":false}]',
      '#: arrow x is left out: it is attached to nothing on this tab.',
      '',
    ]);
    expect(readWell(printed)).toMatchObject({ name: 'Flow "1"', head: { mode: 'pages', theme: 'dark', layers } });
    expect(readWell('#: tab {"name":1,"theme":"odd"}\n#: layers [{}]\n')).toMatchObject({ name: null, head: { mode: 'canvas', theme: 'light', layers: [] } }); // prettier-ignore
  });

  test('[TX3] a change of one element changes its lines only', () => {
    const before = pulled(shop()).split('\n');
    const after = pulled(edited(shop(), [{ pick: 1, other: 0, how: 'label', value: 3 }])).split('\n');
    expect(after.filter((line) => !before.includes(line))).toEqual(['add cylinder id=b label="text 3" at:300,0']);
    expect(after.length).toBe(before.length);
  });

  test('[TX4] remarks stay before their element, and go to the end without it', () => {
    const file = text('# first\n\nadd square id=a at:0,0\n# of b\nadd square id=b at:300,0\n# last');
    expect(file).not.toContain('# first');
    const { remarks } = readWell('# first\n\nadd square id=a at:0,0\n# of b\nadd square id=b at:300,0\n# last\n\n');
    expect(printTabText(tabWith([]).settings, 'add square id=new at:0,90\nadd square id=b at:300,0', remarks)).toBe(
      text('add square id=new at:0,90\nadd square id=b at:300,0')
        .replace('add square id=b', '# of b\nadd square id=b')
        .concat('# first\n\n# last\n'),
    );
  });

  test('[TX5] faults have a line, a code and a hint; operations that need a server are refused', () => {
    const faults = (of: string) => {
      const read = readTabText(of);
      return 'errors' in read ? read.errors.map(({ line, code, hint }) => [line, code, typeof hint]) : [];
    };
    expect(faults('add square id=a\n<<<<<<< ours\nfly a\n')).toEqual([
      [2, 'unknown_operation', 'string'],
      [3, 'unknown_operation', 'string'],
    ]);
    expect(faults('add square id=a\nconnect a -> b')).toEqual([[2, 'target_not_found', 'string']]);
    expect(faults('add square id=a\nadd square id=a')).toEqual([[2, 'id_taken', 'string']]);
    for (const op of ['fix all', 'import mermaid <<X\ngraph TD\nX', 'layout all'])
      expect(faults(`add square id=a\nadd square id=b\nconnect a -> b\n${op}`)[0]?.[0]).toBe(4);
    expect(faults('wrap')).toHaveLength(1);
    expect(readWell('add square id=a\nadd square id=b\nwrap a b in frame "Both" id=f').content.get('f')?.type).toBe('frame');
  });
});

describe('merge', () => {
  const merged = (ours: string, theirs: string, winner?: MergeSide, base = pulled(shop())) => {
    const sides = { base: contentIn(base), ours: contentIn(ours), theirs: contentIn(theirs) };
    return mergeContents(sides, placesOn(shop()), winner);
  };
  const base = pulled(shop());

  test('[TX10] changes of different fields and elements are all taken, and equal ones are no conflict', () => {
    const ours = changed(changed(base, 'label=Cart', 'label=Basket fill=red'), 'label=places', 'label=sends');
    const theirs = changed(changed(base, 'at:0,0', 'at:0,90'), 'label=places', 'label=sends').concat(
      'add sticky id=s at:0,300\n',
    );
    const { content, conflicts } = merged(ours, theirs);
    expect(conflicts).toEqual([]);
    expect(content.get('a')?.fields).toEqual({ shape: 'square', label: 'Basket', fill: 'red', x: 0, y: 90 });
    expect([...content.keys()]).toEqual(['a', 'b', 'e', 's']);
    expect(content.get('e')?.fields['label']).toBe('sends');
  });

  test('[TX11] conflicts name the element, the field and both values', () => {
    const conflicts = (ours: string, theirs: string) => merged(ours, theirs).conflicts;
    const relabelled = changed(base, 'label=Cart', 'label=Basket');
    expect(conflicts(relabelled, changed(base, ' label=Cart', ''))).toEqual([
      { ref: 'a', field: 'label', ours: 'Basket', theirs: null },
    ]);
    const without = base.replace(/^(add square|connect).*\n/gm, '');
    expect(conflicts(without, relabelled)).toEqual([{ ref: 'a', field: 'element', ours: 'removed', theirs: 'changed label' }]);
    expect(conflicts(without, `${base}connect b -> a id=back\n`)).toEqual([
      { ref: 'back', field: 'to', ours: 'a removed', theirs: 'attached to a' },
    ]);
    expect(conflicts(changed(base, 'add square', 'add sticky'), relabelled)).toEqual([
      { ref: 'a', field: 'type', ours: 'sticky', theirs: 'square' },
    ]);
    const boxes = text('add square id=p at:0,0\nadd square id=q at:300,0\nadd square id=r at:600,0');
    const order = (...ids: string[]) =>
      text(ids.map((id) => boxes.split('\n').find((line) => line.includes(`id=${id} `))).join('\n'));
    expect(merged(order('q', 'p', 'r'), order('p', 'r', 'q'), undefined, boxes).conflicts).toMatchObject([{ field: 'order' }]);
    expect([...merged(order('q', 'p', 'r'), boxes, undefined, boxes).content.keys()]).toEqual(['q', 'p', 'r']);
    const two = (label: string) => `${base}add square id=new label=${label} at:0,300\n`;
    expect(conflicts(two('One'), two('Two'))).toEqual([{ ref: 'new', field: 'label', ours: 'One', theirs: 'Two' }]);
    expect(conflicts(two('One'), two('One'))).toEqual([]);
  });

  test('[TX13] one side may change the label and the other the size', () => {
    const { content, conflicts } = merged(
      changed(base, 'label=Cart', 'label="A label that is much longer"'),
      changed(base, 'id=a label=Cart', 'id=a label=Cart width=300'),
    );
    expect(conflicts).toEqual([]);
    expect(content.get('a')?.fields).toMatchObject({ label: 'A label that is much longer', width: 300 });
  });

  test('[TX12] [TX14] [TX22] merges are symmetric, one with itself changes nothing, and a winner has its value', () => {
    fc.assert(
      fc.property(anyDrawing, anyEdits, anyEdits, (tab, ours, theirs) => {
        const [before, our, their] = [tab, edited(tab, ours), edited(tab, theirs)].map((one) => contentIn(pulled(one)));
        const [a, b, c] = [before!, our!, their!];
        const one = mergeContents({ base: a, ours: b, theirs: c }, placesOn(tab));
        const other = mergeContents({ base: a, ours: c, theirs: b }, placesOn(tab), 'ours');
        expect(other.conflicts.map(exchanged)).toEqual(one.conflicts);
        expect(Object.fromEntries(other.content)).toEqual(Object.fromEntries(one.content));
        expect([...other.content.keys()]).toEqual([...one.content.keys()]);
        for (const same of [
          { base: a, ours: b, theirs: a },
          { base: a, ours: b, theirs: b },
          { base: a, ours: a, theirs: b },
        ]) {
          const { content, conflicts } = mergeContents(same, placesOn(tab));
          expect(conflicts).toEqual([]);
          expect(contentChanges(b, content)).toEqual({ added: [], changed: [], removed: [], reordered: false });
        }
        const text = pulled(tab);
        expect(push(tab, { base: text, file: text }).plan).toBeNull();
      }),
      fuzz(1_000),
    );
  });
});

describe('changes', () => {
  test('[TX21] only what differs is named, ids stay, even if a type changes', () => {
    const tab = shop();
    const base = pulled(tab);
    const ids = ['a', 'b', 'e'].map((slug) => named(tab, slug).id);
    const file = changed(changed(base, 'add square', 'add sticky'), 'at:300,0', 'at:300,90');
    const { plan, refusal } = push(tab, { base, file });
    expect(refusal).toBeNull();
    expect(plan?.edits.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(['a', 'b', 'e'].map((slug) => named(tab, slug).id)).toEqual(ids);
    expect(named(tab, 'a').type).toBe('sticky');
    expect(pulled(tab)).toBe(file);
  });

  test('[TX21] [TX20] what the engine notes for itself and what no text expresses stay', () => {
    const tab = shop();
    const origin = { source: 'flow.mmd', id: 'A' };
    const loose = { id: 'x~00000000', type: 'arrow', z: 'a0', from: { element: 'gone~00000000' }, to: { x: 0, y: 0 } } as Element;
    tab.update([
      { id: named(tab, 'a').id, element: { ...named(tab, 'a'), origin } },
      { id: loose.id, element: loose },
    ]);
    const base = pulled(tab);
    expect(push(tab, { base, file: changed(base, 'label=Cart', 'label=Basket') }).refusal).toBeNull();
    expect(named(tab, 'a')).toMatchObject({ label: 'Basket', origin });
    expect(tab.get(loose.id)).toEqual(loose);
  });

  test('[TX20] what is added between others is drawn between them, and a moved line moves in the stack', () => {
    const tab = drawn('add square id=p at:0,0\nadd square id=q at:300,0\nadd square id=r at:600,0');
    const base = pulled(tab);
    const line = (id: string): string => base.split('\n').find((one) => one.includes(`id=${id} `)) ?? '';
    const file = text([line('r'), line('p'), 'add square id=new at:0,300', line('q')].join('\n'));
    const to = contentIn(file);
    const towards = operationsTowards({ from: contentIn(base), to, identities: new Map(['p', 'q', 'r'].map((slug) => [slug, named(tab, slug)])), placeOf: () => 0 }); // prettier-ignore
    expect(towards.map(({ op }) => op)).toEqual(['add', 'order']);
    expect(push(tab, { base, file }).refusal).toBeNull();
    expect([...contentIn(pulled(tab)).keys()]).toEqual(['r', 'p', 'new', 'q']);
  });

  test('[TX23] two people who push in either order get the same tab, or a conflict', () => {
    fc.assert(
      fc.property(anyDrawing, anyEdits, anyEdits, (tab, ours, theirs) => {
        const base = pulled(tab);
        const [a, b] = [pulled(edited(tab, ours)), pulled(edited(tab, theirs))];
        const tabs = [edited(tab, []), edited(tab, [])] as const;
        const [first, second] = [
          [push(tabs[0], { base, file: a }), push(tabs[0], { base, file: b })],
          [push(tabs[1], { base, file: b }), push(tabs[1], { base, file: a })],
        ].map(([, last]) => last?.merge.conflicts ?? []);
        expect(second!.map(exchanged)).toEqual(first);
        if (first!.length === 0)
          expect(Object.fromEntries(contentIn(pulled(tabs[0])))).toEqual(Object.fromEntries(contentIn(pulled(tabs[1]))));
      }),
      fuzz(500),
    );
  });
});
