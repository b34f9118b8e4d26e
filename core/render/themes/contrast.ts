/** contrast: black on white, strong outlines, for low vision and projectors. */
import { paletteOf, type Theme } from '../theme.ts';

export const contrast: Theme = {
  background: '#ffffff',
  pattern: { kind: 'none', colour: '#ffffff' },
  palette: paletteOf({
    neutral: '#ffffff #000000 #000000',
    blue: '#d3e4ff #0038a8 #001f66',
    teal: '#c4f3ee #00564f #00332f',
    green: '#cff5d4 #005c1a #003b10',
    yellow: '#fff0a3 #6b4e00 #3d2c00',
    orange: '#ffdfc2 #8f3600 #571f00',
    red: '#ffd9d9 #a30000 #660000',
    pink: '#ffd6ea #990055 #5c0033',
    purple: '#e6dbff #4a13a8 #2b0769',
    grey: '#e6e6e6 #333333 #000000',
  }),
  ink: '#000000',
  muted: '#333333',
  arrow: '#000000',
  frame: { fill: '#ffffff', stroke: '#000000' },
  lane: { fill: '#ffffff', stroke: '#000000', title: '#e6e6e6' },
  panel: { fill: '#ffffff', head: '#e6e6e6', stroke: '#000000' },
  outline: 2.5,
  font: 'sans',
};
