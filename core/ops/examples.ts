/** examples: an example for each operation in the language reference: `before` draws a tab, `lines` is the changeset. */
import type { typedOperations } from './operation-list.ts';

export type Example = { readonly before: string; readonly lines: string };
type OperationName = (typeof typedOperations)[number]['name'];

const flow = `
add square id=order label="Order"
add square id=pack label="Pack" right-of:order
add square id=ship label="Ship" right-of:pack
connect order -> pack label="paid"
connect pack -> ship`;

const corner = `
add square id=order label="Order"
add square id=pack label="Pack" right-of:order gap:100
add square id=ship label="Ship" below:order gap:100
connect order -> pack label="paid"
connect pack -> ship label="packed"`;

export const examples: ReadonlyMap<string, Example> = new Map<OperationName, Example>([
  [
    'add',
    {
      before: 'add square id=api label="API" fill=blue',
      lines: `add cylinder id=orders label="Orders" below:api
add sticky label="Who reads this?" fill=yellow right-of:api gap:80
{"op":"add","element":{"type":"video","url":"https://example.org/tour","x":0,"y":-300,"width":320,"height":180}}`,
    },
  ],
  [
    'set',
    {
      before: flow,
      lines: 'set pack label="Pick and pack" fill=green\nset "Ship" note="By courier" text=sm\nset order->pack label=',
    },
  ],
  ['rm', { before: flow, lines: 'rm pack' }],
  [
    'move',
    {
      before: `${flow}\nwrap pack ship in frame id=warehouse label="Warehouse"`,
      lines: 'move warehouse below:order gap:80\nmove order by=0,20',
    },
  ],
  ['connect', { before: corner, lines: 'connect ship -> order label="returned" line=curved border=dashed' }],
  ['rewire', { before: corner, lines: 'rewire pack->ship from=order' }],
  ['insert', { before: flow, lines: 'insert diamond id=check label="In stock?" between order pack' }],
  [
    'wrap',
    {
      before: `add square id=order label="Order"
add square id=bill label="Bill" below:order
add square id=pack label="Pack" right-of:order gap:120
add square id=ship label="Ship" right-of:pack
connect order -> bill
connect order -> pack label="paid"
connect pack -> ship`,
      lines:
        'wrap pack ship in frame id=warehouse label="Warehouse" fill=blue\nwrap order bill in lane id=desk label="Desk" direction=down',
    },
  ],
  ['unwrap', { before: `${flow}\nwrap pack ship in frame id=warehouse label="Warehouse"`, lines: 'unwrap warehouse' }],
  [
    'order',
    {
      before: 'add square id=a label="A" at:0,0\nadd square id=b label="B" at:80,40\nadd square id=c label="C" at:160,80',
      lines: 'order a front\norder c below=b',
    },
  ],
  [
    'layout',
    {
      before: `add square id=a label="Start" at:300,200
add diamond id=b label="Sure?" at:0,0
add square id=c label="Do it" at:40,310
add square id=d label="Leave it" at:600,20
connect a -> b
connect b -> c label=yes
connect b -> d label=no`,
      lines: 'layout type:shape',
    },
  ],
  ['test', { before: flow, lines: 'test order label="Order" fill=\nset order fill=blue' }],
]);
