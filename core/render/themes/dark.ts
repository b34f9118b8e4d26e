/** dark: deep fills and bright outlines. */
import { paletteOf, type Theme } from '../theme.ts';

export const dark: Theme = {
  background: '#14171f',
  pattern: { kind: 'none', colour: '#14171f' },
  palette: paletteOf({
    neutral: '#222835 #8f9bb0 #e8ecf3',
    blue: '#1b3158 #6ea8fe #cfe2ff',
    teal: '#113d3b #4fd1c5 #c3f4ee',
    green: '#173d23 #5fd07f #c9f3d4',
    yellow: '#614b04 #facc15 #fef3c0',
    orange: '#482a10 #f59e54 #fde0c5',
    red: '#4a1c1f #f37c7c #fdd5d5',
    pink: '#451b35 #f07fb6 #fcd4e8',
    purple: '#2f2256 #ab8df8 #e2d8fe',
    grey: '#2b313d #7b8799 #cfd6e0',
  }),
  ink: '#e8ecf3',
  muted: '#a3aec0',
  arrow: '#9aa6ba',
  frame: { fill: '#191d27', stroke: '#39414f' },
  lane: { fill: '#181c25', stroke: '#39414f', title: '#232936' },
  panel: { fill: '#1d222d', head: '#2a303d', stroke: '#3a4252' },
  outline: 1.5,
  font: 'sans',
};
