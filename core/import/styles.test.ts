/** Fields of style that other formats have, too: they are the same after an export and an import. */
import { describe, expect, test } from 'vitest';

import type { Element } from '#schema/element.ts';

import { writeDrawio } from '../export/drawio/write-drawio.ts';
import { writeExcalidraw } from '../export/excalidraw/write-excalidraw.ts';
import { fieldValue } from '../fields/field-table.ts';
import { drawn } from '../ops/drawn.test-support.ts';
import { light } from '../render/themes/light.ts';
import type { TabIndex } from '../tab/tab-index.ts';

const options = { theme: light, image: (id: string) => id };
const formats = {
  drawio: (tab: TabIndex) => writeDrawio(tab, null, options).text,
  excalidraw: (tab: TabIndex) => writeExcalidraw(tab, null, options).text,
} as const;

const boxes = 'add square id=a "One" at:0,0\nadd square id=b "Two" at:400,0\nadd sticky id=s "Note" at:0,300\nadd text id=t "Some\\nwords" at:400,300\nconnect a -> b "pays" id=e'; // prettier-ignore

/** The fields of the elements, by their label, before and after. */
function afterRoundTrip(format: keyof typeof formats, lines: string, names: readonly string[]) {
  const first = drawn('', `${boxes}\n${lines}`);
  const again = drawn([{ op: 'import', format, text: formats[format](first) }]);
  const fieldsOf = (tab: TabIndex) =>
    Object.fromEntries(
      Array.from(tab.elements(), (element: Element) => [
        element.label ?? '',
        Object.fromEntries(names.map((name) => [name, fieldValue(element, name)])),
      ]),
    );
  return { before: fieldsOf(first), after: fieldsOf(again) };
}

describe.each(['drawio', 'excalidraw'] as const)('a round trip through %s', (format) => {
  test('DG2 keeps the width of outlines and arrows', () => {
    const { before, after } = afterRoundTrip(format, 'set a stroke-width=6\nset e stroke-width=4.5', ['strokeWidth']);
    expect(after).toEqual(before);
    expect([after['One'], after['Two'], after['pays']]).toEqual([{ strokeWidth: 6 }, {}, { strokeWidth: 4.5 }]);
  });

  test('DG2 keeps where labels are in their boxes', () => {
    const lines = 'set a text-align=left vertical-align=top\nset b vertical-align=bottom\nset s text-align=right\nset t text-align=center vertical-align=middle'; // prettier-ignore
    const { before, after } = afterRoundTrip(format, lines, ['textAlign', 'verticalAlign', 'x', 'width', 'height']);
    expect(Object.values(after).map((fields) => [fields['textAlign'], fields['verticalAlign'], fields['width']])).toEqual(
      Object.values(before).map((fields) => [fields['textAlign'], fields['verticalAlign'], fields['width']]),
    );
    expect(after['One']).toMatchObject({ textAlign: 'left', verticalAlign: 'top' });
    expect(after['Some\nwords']).toMatchObject({ textAlign: 'center', verticalAlign: 'middle' });
  });

  test('DG2 keeps sizes of texts that have no name', () => {
    const { after } = afterRoundTrip(format, 'set a text=18\nset t text=31\nset b text=lg', ['text']);
    expect([after['One'], after['Some\nwords'], after['Two']]).toEqual([{ text: 18 }, { text: 31 }, { text: 'lg' }]);
  });
});

describe.each(['drawio', 'excalidraw'] as const)('groups in a round trip through %s', (format) => {
  test('DG2 DG26 stay, nested ones and those of arrows too', () => {
    const { before, after } = afterRoundTrip(format, 'set a group=pay/icons\nset b group=pay/icons\nset e group=pay\nset s group=pay\nset t group=alone', ['group']); // prettier-ignore
    expect(after).toEqual(before);
    expect(after['One']).toEqual({ group: 'pay/icons' });
    expect(after['pays']).toEqual({ group: 'pay' });
  });
});

describe('a round trip through drawio', () => {
  test('DG2 keeps bold, italic and struck labels', () => {
    const { before, after } = afterRoundTrip('drawio', 'set a bold=true\nset s italic=true strike=true\nset e bold=true italic=true', ['bold', 'italic', 'strike']); // prettier-ignore
    expect(after).toEqual(before);
    expect([after['One'], after['Note'], after['pays']]).toEqual([{ bold: true }, { italic: true, strike: true }, { bold: true, italic: true }]); // prettier-ignore
  });
});

describe('an import', () => {
  test('brings a width into the range of lines', () => {
    const cell = '<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/><mxCell id="a" value="A" style="strokeWidth=40" vertex="1" parent="1"><mxGeometry width="120" height="60" as="geometry"/></mxCell></root></mxGraphModel>'; // prettier-ignore
    const [box] = drawn([{ op: 'import', format: 'drawio', text: cell }]).boxes();
    expect(box).toMatchObject({ label: 'A', strokeWidth: 16 });
  });
});
