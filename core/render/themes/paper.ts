/** paper: warm paper and printing inks. */
import { paletteOf, type Theme } from '../theme.ts';

export const paper: Theme = {
  background: '#faf5e9',
  pattern: { kind: 'dots', colour: '#e6dcc6' },
  palette: paletteOf({
    neutral: '#fffdf7 #6b5d4a #3a3025',
    blue: '#dce8ee #3f7391 #224558',
    teal: '#d6eae3 #38806f #1e5145',
    green: '#e1ebd2 #5a7e36 #38541d',
    yellow: '#f8ebbb #b0851a #624907',
    orange: '#f8e0c8 #c06d2d #753a0e',
    red: '#f5dad3 #b14a3b #76271c',
    pink: '#f4dbe2 #ab4a70 #702544',
    purple: '#e6def0 #74579f #483169',
    grey: '#ece6da #7f7360 #4b4336',
  }),
  ink: '#3a3025',
  muted: '#6d604d',
  arrow: '#6b5d4a',
  frame: { fill: '#f5eedd', stroke: '#d5c8ab' },
  lane: { fill: '#f7f1e2', stroke: '#d5c8ab', title: '#ece2cb' },
  panel: { fill: '#fffdf7', head: '#efe6d2', stroke: '#d9cdb3' },
  outline: 1.5,
  font: 'sans',
};
