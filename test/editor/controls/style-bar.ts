/** style-bar: the controls over a selection, each defined once; which of them a kind of element has is said by the test. */
import type { Page } from 'playwright-core';

import { endHeadsOf } from '#core/arrows/end-heads.ts';
import { titleOf, drawnShapes } from '#clients/editor/state/tools.ts';
import { colorSlots, stickyColors } from '#schema/element.ts';
import type { EndHead, Heads } from '#schema/heads.ts';

import {
  button,
  choice,
  type PressedControl,
  dialog,
  elsewhere,
  fill,
  item,
  menu,
  radio,
  spinbutton,
  textbox,
} from './control.ts';
import { titles } from './command-titles.ts';
import { strip } from './every-kind.ts';
import {
  copied,
  copiedStyle,
  drawn,
  field,
  gone,
  held,
  hidden,
  keepFaint,
  more,
  type Refs,
  shown,
  stacked,
  takeBack,
  those,
  undo,
} from './effects.ts';

/** A control over the selected elements of these names. */
export type StyleControl = (refs: Refs) => PressedControl;

export const styleBar = (page: Page) => page.getByRole('toolbar', { name: 'Style of selection' });

/** The value that is set at first is the last one. */
const choiceButton =
  (
    label: string,
    name: string,
    options: Readonly<Record<string, unknown>>,
    others: readonly PressedControl[] = [],
  ): StyleControl =>
  (refs) =>
    button(
      new RegExp(`^${label}: `),
      menu([...Object.entries(options).map(([title, value]) => choice(title, field(refs, name, value))), ...others]),
    );

/** Lengths with a name, and one that is typed; the value that is set at first is the last one. */
const measureButton =
  (
    label: string,
    name: string,
    options: Readonly<Record<string, unknown>>,
    [numberLabel, number]: readonly [string, number],
  ): StyleControl =>
  (refs) => {
    const buttons = Object.entries(options).map(([title, value]) => button(title, field(refs, name, value)));
    const typed = spinbutton(numberLabel, { press: fill(String(number), 'Enter'), effect: field(refs, name, number) });
    return button(new RegExp(`^${label}: `), dialog([...buttons.slice(0, -1), typed, ...buttons.slice(-1)]));
  };

const slot =
  (name: string, refs: Refs) =>
  (colour: string): PressedControl =>
    button(titleOf(colour), field(refs, name, colour === 'neutral' ? null : colour));

/** It closes the popup, and waits for a press on the canvas. */
const pipette = button('Pick color from canvas', {
  effect: held<boolean>('editor.canvas.eyedropper.get() !== null', (now) => now),
  after: ({ page }) => page.keyboard.press('Escape'),
});

const colourButton =
  (label: string, name: string): StyleControl =>
  (refs) => {
    const [neutral, ...colours] = colorSlots;
    return button(
      label,
      dialog([
        ...colours.map(slot(name, refs)),
        textbox('Custom color (picker)', { press: fill('#123456'), effect: field(refs, name, '#123456') }),
        textbox('Custom color', { press: fill('#abcdef'), effect: field(refs, name, '#abcdef') }),
        slot(name, refs)(neutral),
        pipette,
      ]),
    );
  };

const addressOf = (label: string): string => `https://example.org/${label.toLowerCase().replaceAll(' ', '-')}`;

type LinkField = readonly [label: string, name: string];

/** The fields of the form that opens; its button sets the first. */
const linkButton =
  (...fields: readonly [LinkField, ...LinkField[]]): StyleControl =>
  (refs) => {
    const [[first, name]] = fields;
    return button(
      'Link',
      dialog([
        ...fields.map(([label, other]) =>
          textbox(label, { press: fill(addressOf(label), 'Enter'), effect: field(refs, other, addressOf(label)) }),
        ),
        button('Save', {
          press: async (control, { page }) => {
            await page.getByRole('textbox', { name: first }).fill(addressOf('set'));
            await control.click();
          },
          effect: field(refs, name, addressOf('set')),
        }),
      ]),
    );
  };

/** A form with one text of the element. */
const textButton =
  (label: string, name: string): StyleControl =>
  (refs) =>
    button(
      label,
      dialog([
        textbox(label, elsewhere),
        button('Save', {
          press: async (control, { page }) => {
            await page.getByRole('textbox', { name: label }).fill('Ask Ben');
            await control.click();
          },
          effect: field(refs, name, 'Ask Ben'),
        }),
      ]),
    );

/** The numbers of the selected boxes: each is made larger by one, and smaller again. */
const geometryButton =
  (...numbers: readonly (readonly [label: string, name: string])[]): StyleControl =>
  ([ref = '']) =>
    button(
      'Position and size',
      dialog(
        numbers.map(([label, name]) =>
          spinbutton(label, {
            press: (control) => control.press('ArrowUp'),
            effect: those([ref], ([now], [before]) => Number(now?.[name] ?? 0) === Number(before?.[name] ?? 0) + 1),
            after: ({ page }) => page.getByRole('spinbutton', { name: label, exact: true }).press('ArrowDown'),
          }),
        ),
      ),
    );
const lengths = [['X', 'x'], ['Y', 'y'], ['Width', 'width'], ['Height', 'height']] as const; // prettier-ignore

const headNames: readonly (readonly [title: string, head: EndHead])[] = [
  ['Triangle', 'triangle'],
  ['Diamond', 'diamond'],
  ['Filled diamond', 'diamond-filled'],
  ['Open', 'open'],
  ['Exactly one', 'one'],
  ['Many', 'many'],
  ['Zero or one', 'zero-one'],
  ['Zero or many', 'zero-many'],
  ['One or many', 'one-many'],
];

/** The menu of the heads at one end. The arrow keeps that of its other end. */
const headButton =
  (at: 'start' | 'end'): StyleControl =>
  (refs) => {
    const isAt = (head: EndHead) =>
      those(refs, (now) => now.every(({ heads }) => endHeadsOf(heads as Heads | undefined)[at === 'start' ? 0 : 1] === head));
    const usual = at === 'start' ? (['Arrow', 'arrow', 'None', 'none'] as const) : (['None', 'none', 'Arrow', 'arrow'] as const);
    const all = [...headNames, [usual[0], usual[1]] as const, [usual[2], usual[3]] as const];
    return button(
      new RegExp(`^${at === 'start' ? 'Start' : 'End'} arrowhead: `),
      menu(all.map(([title, head]) => choice(title, isAt(head)))),
    );
  };

export const styles = {
  shape: (refs) => {
    const kinds = drawnShapes.filter((kind) => kind !== 'plan-board' && kind !== 'square');
    return button(/^Shape: /, dialog([...kinds, 'square'].map((kind) => button(titleOf(kind), field(refs, 'shape', kind)))));
  },
  paper: (refs) => {
    const [yellow, ...others] = stickyColors;
    return button('Paper', dialog([...[...others, yellow].map(slot('color', refs)), pipette]));
  },
  fill: colourButton('Fill', 'fill'),
  stroke: colourButton('Stroke color', 'stroke'),
  textColor: colourButton('Text color', 'textColor'),
  text: measureButton('Text size', 'text', { Large: 'lg', 'Auto-fit': 'scale', Small: 'sm', Medium: 'md' }, ['Size (px)', 20]),
  font: choiceButton('Font', 'font', { Serif: 'serif', Mono: 'mono', Handwritten: 'hand', Sans: 'sans' }),
  bold: (refs) => button(titles.bold, { effect: field(refs, 'bold', true), after: undo }),
  /** Of what has a title, which is bold by itself. */
  titleBold: (refs) => button(titles.bold, { effect: field(refs, 'bold', false), after: undo }),
  italic: (refs) => button(titles.italic, { effect: field(refs, 'italic', true), after: undo }),
  strike: (refs) => button(titles.strike, { effect: field(refs, 'strike', true), after: undo }),
  alignment: (refs) =>
    button(
      'Text alignment',
      dialog([
        button('Align text left', field(refs, 'textAlign', 'left')),
        button('Align text right', field(refs, 'textAlign', 'right')),
        button('Center text', field(refs, 'textAlign', null)),
        button('Align text to top', field(refs, 'verticalAlign', 'top')),
        button('Align text to bottom', field(refs, 'verticalAlign', 'bottom')),
        button('Align text to middle', field(refs, 'verticalAlign', null)),
      ]),
    ),
  /** Of texts, which begin at the top left. */
  textAlignment: (refs) =>
    button(
      'Text alignment',
      dialog([
        button('Center text', field(refs, 'textAlign', 'center')),
        button('Align text right', field(refs, 'textAlign', 'right')),
        button('Align text left', field(refs, 'textAlign', null)),
        button('Align text to middle', field(refs, 'verticalAlign', 'middle')),
        button('Align text to bottom', field(refs, 'verticalAlign', 'bottom')),
        button('Align text to top', field(refs, 'verticalAlign', null)),
      ]),
    ),
  border: choiceButton('Stroke style', 'border', { Dashed: 'dashed', Dotted: 'dotted', None: 'none', Solid: 'solid' }),
  line: choiceButton('Connector type', 'line', { Elbow: 'angled', Curved: 'curved', Straight: 'straight' }, [
    item('Use for new arrows', {
      effect: held<string | undefined>('editor.tab.settings.get().arrowLine', (line) => line === 'straight'),
      after: async (bench) => {
        await bench.send('PATCH', `/tabs/${bench.place.tab}`, { arrowLine: 'angled' });
      },
    }),
  ]),
  startHead: headButton('start'),
  endHead: headButton('end'),
  labelAt: choiceButton('Label position', 'labelAt', { Start: 0, Middle: 0.5, End: 1, Auto: null }),
  strokeWidth: measureButton('Stroke width', 'strokeWidth', { Thin: 1, Thick: 3, 'Extra thick': 6, Medium: null }, ['Width (px)', 9]), // prettier-ignore
  thickness: choiceButton('Stroke width', 'thickness', { Thin: 1.5, Thick: 6, 'Extra thick': 12, Medium: 3 }),
  layout: choiceButton('Frame layout', 'arrange', {
    Stack: 'stack',
    Grid: 'grid',
    Tree: 'tree',
    Flowchart: 'flow',
    Swimlanes: 'swimlane',
    Sequence: 'sequence',
    None: null,
  }),
  spacing: choiceButton('Spacing', 'gap', { Wide: 40, 'Extra wide': 80, Tight: 10, Normal: 20, Auto: null }),
  direction: choiceButton('Orientation', 'direction', { Vertical: 'down', Horizontal: 'right' }),
  turnRound: (refs) =>
    button(
      titles['turn-arrows-round'],
      those(refs, ([now], [before]) => JSON.stringify([now?.['from'], now?.['to']]) === JSON.stringify([before?.['to'], before?.['from']])), // prettier-ignore
    ),
  columns: () => button(titles['board-columns'], shown((page) => page.getByRole('dialog', { name: 'Board' }))), // prettier-ignore
  geometry: geometryButton(...lengths, ['Rotation (°)', 'rotation']),
  /** Of what is not rotated, or of several elements. */
  upright: geometryButton(...lengths),
  link: linkButton(['URL', 'link']),
  cardLink: linkButton(['URL', 'url'], ['Title', 'title']),
  altText: textButton('Alt text', 'alt'),
  replaceImage: ([ref = '']) =>
    button('Replace image', {
      press: async (control, { page }) => {
        const chooser = page.waitForEvent('filechooser');
        await control.click();
        await (await chooser).setFiles({ name: 'A strip.png', mimeType: 'image/png', buffer: strip });
      },
      effect: those(
        [ref],
        ([now], [before]) =>
          now?.['imageId'] !== before?.['imageId'] && now?.['alt'] === 'A strip' && now.width === 4 * now.height,
      ),
    }),
  crop: () =>
    button(titles.crop, {
      effect: shown((page) => page.getByRole('application', { name: 'Crop' })),
      after: async ({ page }) => {
        await page.getByRole('application', { name: 'Crop' }).getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('application', { name: 'Crop' }).waitFor({ state: 'detached' });
      },
    }),
  note: textButton('Note', 'note'),
} satisfies Readonly<Record<string, StyleControl>>;

/** The layer that the tab has beside its base. */
export const layer = { id: 'layer-ground', name: 'Ground', hidden: false, locked: false } as const;

export const steps: readonly StyleControl[] = [
  (refs) =>
    item(
      titles['bring-to-front'],
      stacked(refs, (now, before, last) => now === last - refs.length + 1 && now > before),
    ),
  (refs) =>
    item(
      titles['send-to-back'],
      stacked(refs, (now, before) => now < before),
    ),
  (refs) =>
    item(
      titles['bring-forward'],
      stacked(refs, (now, before) => now > before),
    ),
  (refs) =>
    item(
      titles['send-backward'],
      stacked(refs, (now, before) => now < before),
    ),
];

const order: StyleControl = (refs) => item('Arrange', menu(steps.map((step) => step(refs))));

const opacity: StyleControl = (refs) =>
  item(
    'Opacity',
    menu([0.75, 0.5, 0.25, 0.1, 1].map((share) => choice(`${share * 100}%`, field(refs, 'opacity', share === 1 ? null : share)))),
  );

const layers: StyleControl = (refs) =>
  item('Layer', menu([choice(layer.name, field(refs, 'layer', layer.id)), choice('Default layer', field(refs, 'layer', null))]));

/** Where the context menu of the canvas has what one of them does. */
const flips: StyleControl = () =>
  item('Flip', menu([item(titles['flip-across'], elsewhere), item(titles['flip-down'], elsewhere)]));

/** Entries that menus of selected elements share. */
export const entries = {
  group: (refs) =>
    item(titles.group, {
      effect: those(refs, (now) => now.every(({ group }) => group !== undefined && group === now[0]?.group)),
      after: undo,
    }),
  ungroup: (refs) => item(titles.ungroup, { effect: field(refs, 'group', null), after: undo }),
  frameSelection: () => item(titles['frame-selection'], { effect: drawn('frame'), after: undo }),
  unframe: (refs) => item(titles.unframe, { effect: gone(refs), after: undo }),
  duplicate: (refs) => item(titles.duplicate, { effect: more(refs.length), after: undo }),
  /** Tests that press it have another style than that of the element copied before. */
  copyStyle: () => item(titles['copy-style'], { effect: copiedStyle((now, before) => now !== before), after: keepFaint }),
  /** That of keepFaint. */
  pasteStyle: (refs) => item(titles['paste-style'], { effect: field(refs, 'opacity', 0.5), after: undo }),
  copyAsLines: ([ref = '']) => item(titles['copy-as-lines'], copied(ref)),
  lock: (refs) =>
    item(titles.lock, {
      effect: field(refs, 'locked', true), // Each element is locked by a changeset of its own.
      after: takeBack(refs.length),
    }),
  remove: (refs) => item(titles.delete, { effect: gone(refs), after: undo }),
  tidyUp: (refs) =>
    item(titles['tidy-up'], {
      effect: those(refs, (now, before) => now.some(({ x, y }, index) => x !== before[index]?.x || y !== before[index]?.y)),
      after: undo,
    }),
  autoLayout: (refs) =>
    item(
      titles['auto-layout'],
      dialog([
        ...['Flowchart', 'Tree', 'Mind map', 'Top to bottom', 'Left to right'].map((name) => radio(name, elsewhere)),
        ...['Keep', 'Straight', 'Elbow', 'Curved'].map((name) => radio(name, elsewhere)),
        button(
          'Cancel',
          hidden((page) => page.getByRole('dialog', { name: 'Auto layout' })),
        ),
        button('Apply', {
          effect: those(refs, (now, before) => now.some(({ x, y }, index) => x !== before[index]?.x || y !== before[index]?.y)),
          after: undo,
        }),
      ]),
    ),
} satisfies Readonly<Record<string, StyleControl>>;

/** The entries of More that every kind has; `also` are those of the kind, and what is framed can be flipped. */
export const moreButton =
  (...also: readonly StyleControl[]): StyleControl =>
  (refs) => {
    const { duplicate, copyStyle, pasteStyle, copyAsLines, lock, remove } = entries;
    // Last, as its menu stays open: nothing in it is pressed.
    const flipped = also.includes(entries.frameSelection) ? [flips] : [];
    const all = [order, opacity, layers, ...also, duplicate, copyStyle, pasteStyle, copyAsLines, lock, remove, ...flipped];
    return button('More', menu(all.map((control) => control(refs))));
  };

/** Of the entries that set values, the first alone is pressed: what they have in common is tested where all of them are. */
export function brief(control: PressedControl): PressedControl {
  const { opens } = control;
  if (opens === undefined) return control;
  let isFirst = true;
  const controls = opens.controls.map((one): PressedControl => {
    if (one.opens !== undefined) return brief(one);
    if (!isFirst) return { role: one.role, name: one.name, ...elsewhere };
    isFirst = false;
    return one;
  });
  return { ...control, opens: { ...opens, controls } };
}
