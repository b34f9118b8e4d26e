/** blueprint: light lines on blueprint blue. */
import { paletteOf, type Theme } from '../theme.ts';

export const blueprint: Theme = {
  background: '#0f3663',
  pattern: { kind: 'grid', colour: '#1a4677' },
  palette: paletteOf({
    neutral: '#164173 #dce9fb #ffffff',
    blue: '#1d5596 #8ec5ff #e3f1ff',
    teal: '#14566b #6fe3e1 #dcfbfa',
    green: '#1c5a55 #8eeaa5 #e0fbe6',
    yellow: '#4b5549 #ffe070 #fff6d0',
    orange: '#574a52 #ffb37a #ffe9d8',
    red: '#5b3d5a #ff9a9a #ffe4e4',
    pink: '#543d70 #ff9fd0 #ffe5f2',
    purple: '#3c3e84 #c0a9ff #ece4ff',
    grey: '#284d79 #a8bcd6 #dfe8f4',
  }),
  ink: '#ffffff',
  muted: '#bcd2ee',
  arrow: '#dce9fb',
  frame: { fill: '#123c6c', stroke: '#5f8bbd' },
  lane: { fill: '#113a69', stroke: '#5f8bbd', title: '#1a4c84' },
  panel: { fill: '#164173', head: '#1f5290', stroke: '#4f7fb5' },
  outline: 1.5,
  font: 'sans',
};
