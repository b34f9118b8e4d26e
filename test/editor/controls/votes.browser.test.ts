/** Every control of a vote, pressed in a real browser. */
import { afterAll, beforeAll } from 'vitest';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { pressEveryControl } from './press-every-control.ts';
import { endedVote, runningVote, runVote, takeBack, voteThatEnded } from './vote-controls.ts';

let stage: EditorStage;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('vote-controls');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  bench = await ControlBench.open(stage, ada, 'add sticky "One" id=one at:300,240\nadd sticky "Two" id=two at:600,240');
});
afterAll(() => stage.stop());

pressEveryControl({
  title: 'the vote that runs',
  bench: () => bench,
  ready: runVote,
  part: (page) => page.getByRole('toolbar', { name: 'Vote' }),
  beside: [takeBack],
  controls: runningVote,
});

pressEveryControl({
  title: 'the votes on an element',
  bench: () => bench,
  ready: runVote,
  part: (page) => page.getByRole('group', { name: /^\d votes? on One/ }),
  beside: runningVote,
  controls: [takeBack],
});

pressEveryControl({
  title: 'the vote that has ended',
  bench: () => bench,
  ready: endedVote,
  part: (page) => page.getByRole('toolbar', { name: 'Vote' }),
  controls: voteThatEnded,
});
