import type { Template } from './template.ts';

const amount = { nf: '#,##0', al: 'right' } as const;

export const budget: Template = {
  id: 'budget',
  title: 'Budget',
  about: 'Planned and spent, added up by formulas',
  group: 'Planning',
  operations: `
add text label="Project budget" text=scale width=600 height=50 at:0,0
add text label="Double-click the sheet to edit it. Totals are calculated." textColor=grey width=600 at:0,58
{"op":"add","id":"budget","element":{"type":"shape","shape":"plan-sheet","planSheet":{"sheetId":"{sheet}"},"x":0,"y":104,"width":780,"height":268}}
`,
  sheet: {
    title: 'Budget',
    rows: [
      ['Item', 'Planned', 'Spent', 'Left', 'Spent %'],
      ['Design', 8000, 6200, '=B2-C2', '=C2/B2'],
      ['Development', 24000, 15800, '=B3-C3', '=C3/B3'],
      ['Hosting', 3600, 1400, '=B4-C4', '=C4/B4'],
      ['Travel', 2500, 2900, '=B5-C5', '=C5/B5'],
      ['Marketing', 6000, 1250, '=B6-C6', '=C6/B6'],
      ['Reserve', 3000, 0, '=B7-C7', '=C7/B7'],
      ['Total', '=SUM(B2:B7)', '=SUM(C2:C7)', '=SUM(D2:D7)', '=C8/B8'],
    ],
    columnFormats: [{}, amount, amount, amount, { nf: '0%', al: 'right' }],
    rowFormats: { 0: { b: true, bg: '#dbeafe' }, 7: { b: true, bg: '#f1f5f9' } },
  },
};
