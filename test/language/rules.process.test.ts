/** “Rules for every operation” on kinds, ids and locks, with the decisions about them, through REST with open editors. */
import { afterAll, beforeAll, describe, test } from 'vitest';

import { type Case, flow, LanguageStage } from './stage.test-support.ts';

let stage: LanguageStage;

beforeAll(async () => {
  stage = await LanguageStage.open();
});

afterAll(() => stage.close());

const rules: readonly Case[] = [
  {
    cites: '`add` and `insert` take a shape kind or `text`, `sticky`, `table`, `annotation`, `link-card`',
    send: `add hexagon id=h
add stadium id=st
add text id=t label=Text
add sticky id=s
add table id=tb
add annotation id=an number=7
add link-card id=lc url=https://example.org`,
    prints: [
      '+ h hexagon at 0,0 160×80',
      '+ st stadium at 200,10 160×60',
      '+ t text "Text" at 400,30 40×20',
      '+ s sticky at 480,-40 160×160',
      '+ tb table at 680,-40 360×160',
      '+ an annotation at 1080,20 200×40',
      '+ lc link-card at 1320,0 240×80',
    ],
  },
  {
    cites: 'An unknown shape kind becomes the nearest known one with warning `shape_coerced`',
    send: `add sqare id=s
add dimond id=d`,
    prints: [
      '+ s square at 0,0 160×80',
      '+ d diamond at 200,-10 160×100',
      '! shape_coerced s: "sqare" became square.',
      '! shape_coerced d: "dimond" became diamond.',
    ],
  },
  {
    cites: 'Aliases resolve without a warning',
    send: `add database id=d
add person id=p
add decision id=q
add rect id=r`,
    prints: [
      '+ d cylinder at 0,0 120×100',
      '+ p actor at 160,-10 100×120',
      '+ q diamond at 300,0 160×100',
      '+ r square at 500,10 160×80',
    ],
  },
  {
    cites: 'Arrows are made only by `connect`',
    before: flow,
    send: 'add arrow id=x',
    refused: {
      code: 'invalid_value',
      operation: 0,
      line: 1,
      message: 'arrow cannot be created by name.',
      hint: 'Draw an arrow with `connect <a> -> <b> label="pays"`.',
      field: 'kind',
    },
  },
  {
    cites: 'Images, videos and strokes are not made by name',
    send: 'add stroke id=x',
    refused: {
      code: 'invalid_value',
      operation: 0,
      line: 1,
      message: 'stroke cannot be created by name.',
      hint: 'Add a whole element in JSON: {"op":"add","element":{"type":"stroke","points":[[0,0],[120,40]],"x":0,"y":0,"width":120,"height":40}}',
      field: 'kind',
    },
  },
  {
    cites: 'add of frame, lane by name is invalid_value (hint: how it is made)',
    send: 'add frame id=x',
    refused: {
      code: 'invalid_value',
      operation: 0,
      line: 1,
      message: 'frame cannot be created by name.',
      hint: 'Draw a frame around its members with `wrap <selector...> in frame "Shop"`, or add a whole one: {"op":"add","element":{"type":"frame","id":"shop","label":"Shop","x":0,"y":0,"width":480,"height":320}}',
      field: 'kind',
    },
  },
  {
    cites: 'a JSON `add` with `element` carries a whole element',
    send: '{"op":"add","element":{"type":"stroke","id":"ink","x":0,"y":0,"width":100,"height":50,"points":[[0,0],[100,50]],"thickness":3}}',
    prints: ['+ ink stroke at 0,0 100×50'],
  },
  {
    cites: 'A whole element keeps the size it is given',
    send: '{"op":"add","element":{"type":"shape","shape":"square","id":"tiny","x":5,"y":6,"width":10,"height":10,"label":"A label that needs much more"}}',
    prints: ['+ tiny square "A label that needs much more" at 5,6 10×10'],
  },
  {
    cites: 'A whole-element add runs the same arrow binding',
    before: flow,
    send: '{"op":"add","element":{"type":"arrow","id":"wide","from":{"element":"a"},"to":{"element":"\\"C\\""},"label":"over"}}',
    prints: ['+ wide arrow a -> c "over"'],
  },
  {
    cites: '`id=` names a new element for later operations in the same changeset',
    send: `add square id=first label=One
add square id=next label=Two below:first
connect first -> next
set next fill=green`,
    prints: ['+ first square "One" at 0,0 160×80', '+ next square "Two" at 0,120 160×80', '+ arrow arrow first -> next'],
  },
  {
    cites: 'It is a slug: one lowercase letter followed by up to 23 lowercase letters, digits, `-` or `_`',
    send: 'add square id=a23456789012345678901-_4',
    prints: ['+ a23456789012345678901-_4 square at 0,0 160×80'],
  },
  {
    cites: 'a bad id= is invalid_value',
    send: 'add square id=Upper',
    refused: { code: 'invalid_value', operation: 0, line: 1, message: 'id does not take "Upper".', field: 'id' },
  },
  {
    cites: '25 characters',
    send: 'add square id=a2345678901234567890123_5',
    refused: {
      code: 'invalid_value',
      operation: 0,
      line: 1,
      message: 'id does not take "a2345678901234567890123_5".',
      field: 'id',
    },
  },
  {
    cites: 'Without one, the slug comes from the label or the kind (`arrow`, `arrow-2`)',
    send: `add square label="Order desk"
add circle
add circle
connect order-desk -> circle
connect circle -> circle-2`,
    prints: [
      '+ order-desk square "Order desk" at 0,0 160×80',
      '+ circle circle at 200,-20 120×120',
      '+ circle-2 circle at 360,-20 120×120',
      '+ arrow arrow order-desk -> circle',
      '+ arrow-2 arrow circle -> circle-2',
    ],
  },
  {
    cites: 'a locked element is refused with element_locked',
    before: `${flow}
set b locked=true`,
    send: `set a fill=red
set b fill=red`,
    refused: { code: 'element_locked', operation: 1, line: 2, message: 'b is locked.', elements: ['b'] },
  },
  {
    cites: 'set x locked=false is element_locked',
    before: `${flow}
set b locked=true`,
    send: 'set b locked=false',
    refused: { code: 'element_locked', operation: 0, line: 1, message: 'b is locked.', elements: ['b'] },
  },
  {
    cites: 'connecting to a locked element is allowed',
    before: `${flow}
set c locked=true`,
    send: 'connect a -> c',
    prints: ['+ arrow arrow a -> c'],
  },
  {
    cites: 'moving a frame with a locked member is element_locked',
    before: `${flow}
set b locked=true
wrap b c in frame id=f`,
    send: 'move f by=0,100',
    refused: { code: 'element_locked', operation: 0, line: 1, message: 'b is locked.', elements: ['b'] },
  },
  {
    cites: 'making room that must shift a locked element is element_locked',
    before: `${flow}
set c locked=true`,
    send: 'insert square between a b',
    refused: { code: 'element_locked', operation: 0, line: 1, message: 'c is locked.', elements: ['c'] },
  },
  {
    cites: 'Elements not asked to change stay put',
    before: flow,
    send: `add square id=d right-of:a
set a label=Start
connect d -> c`,
    prints: ['+ d square at 200,0 160×80', '~ a label "A"→"Start"', '+ arrow arrow d -> c'],
  },
];

describe('the rules for every operation', () => {
  for (const sentence of rules) test(`“${sentence.cites}”`, () => stage.prove(sentence));
});
