import type { Template } from './template.ts';

/** The pages are in a row, 1,360 pixels apart. */
export const slideDeck: Template = {
  id: 'slide-deck',
  title: 'Slide deck',
  about: 'Five slides to present from the page, with F5',
  group: 'Documents',
  pages: [
    { op: 'add', kind: 'slide', name: 'Title', background: ['#1e3a8a', '#2563eb'] },
    { op: 'add', kind: 'slide', name: 'Agenda' },
    { op: 'add', kind: 'slide', name: 'Numbers' },
    { op: 'add', kind: 'slide', name: 'Plan' },
    { op: 'add', kind: 'slide', name: 'Next steps', background: ['#1e3a8a', '#2563eb'] },
  ],
  operations: `
add text label="Quarterly review" text=scale textColor=#ffffff width=1000 height=110 at:100,250
add text label="What we did, what it brought, what comes next" text=lg textColor=#dbeafe width=1000 at:100,380
add text label="Name · Date" text=lg textColor=#dbeafe width=600 at:100,620
add text label="Agenda" text=scale width=800 height=70 at:1460,70
add rounded label="1\\nWhere we are" fill=blue stroke=none text=lg width=528 height=200 at:1460,190
add rounded label="2\\nNumbers of the quarter" fill=teal stroke=none text=lg width=528 height=200 at:2012,190
add rounded label="3\\nThe plan" fill=green stroke=none text=lg width=528 height=200 at:1460,414
add rounded label="4\\nWhat we need" fill=purple stroke=none text=lg width=528 height=200 at:2012,414
add text label="Numbers" text=scale width=800 height=70 at:2820,70
add rounded id=customers label="" fill=blue stroke=none width=340 height=300 at:2820,220
add rounded id=answers label="" fill=teal stroke=none width=340 height=300 at:3190,220
add rounded id=uptime label="" fill=green stroke=none width=340 height=300 at:3560,220
add text label="1,240" text=scale textColor=blue width=280 height=90 at:2850,260
add text label="customers, 180 more than before" text=lg textColor=blue width=280 height=80 at:2850,380
add text label="2 h" text=scale textColor=teal width=280 height=90 at:3220,260
add text label="until a first answer" text=lg textColor=teal width=280 height=80 at:3220,380
add text label="99.97 %" text=scale textColor=green width=280 height=90 at:3590,260
add text label="of the time available" text=lg textColor=green width=280 height=80 at:3590,380
add text label="Replace these with your own numbers." textColor=grey width=800 at:2820,600
add text label="Plan" text=scale width=800 height=70 at:4180,70
add block-arrow label="Discover" fill=blue text=lg width=340 height=150 at:4180,240
add block-arrow label="Build" fill=teal text=lg width=340 height=150 at:4560,240
add block-arrow label="Launch" fill=green text=lg width=340 height=150 at:4940,240
add text label="Talk to twelve customers and write down what they need." text=lg width=320 height=140 at:4180,430
add text label="Ship a first version to those twelve, every week." text=lg width=320 height=140 at:4560,430
add text label="Open it to everyone and measure how it is used." text=lg width=320 height=140 at:4940,430
add text label="Next steps" text=scale textColor=#ffffff width=1000 height=110 at:5540,150
add text label="1. Decide on the plan\\n2. Name an owner for each part\\n3. Meet again in two weeks" text=lg textColor=#ffffff width=1000 height=120 at:5540,300
add text label="Thank you" text=lg textColor=#dbeafe width=600 at:5540,600
`,
};
