/** light: white paper, clear colors. */
import { paletteOf, type Theme } from '../theme.ts';

export const light: Theme = {
  background: '#ffffff',
  pattern: { kind: 'none', colour: '#ffffff' },
  palette: paletteOf({
    neutral: '#ffffff #475569 #1e293b',
    blue: '#dbeafe #2563eb #1e40af',
    teal: '#ccf5ee #0d9488 #115e59',
    green: '#dcfce7 #16a34a #166534',
    yellow: '#fef3c0 #be8204 #713f12',
    orange: '#ffe8d1 #ea580c #9a3412',
    red: '#fee2e2 #dc2626 #991b1b',
    pink: '#fce7f3 #db2777 #9d174d',
    purple: '#ede9fe #7c3aed #5b21b6',
    grey: '#eef2f6 #64748b #334155',
  }),
  ink: '#1e293b',
  muted: '#56647a',
  arrow: '#475569',
  frame: { fill: '#f8fafc', stroke: '#cbd5e1' },
  lane: { fill: '#fafbfd', stroke: '#cbd5e1', title: '#eef2f6' },
  panel: { fill: '#ffffff', head: '#eef2f6', stroke: '#d3dbe5' },
  outline: 1.5,
  font: 'sans',
};
