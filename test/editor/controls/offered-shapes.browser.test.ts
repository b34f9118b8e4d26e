/** The shapes that are offered at the end of an arrow that was drawn to nothing, pressed in a real browser. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

import { drawnShapes, titleOf } from '#clients/editor/state/tools.ts';

import { type EditorStage, startStage } from '../stage.ts';
import { ControlBench } from './bench.ts';
import { button, elsewhere } from './control.ts';
import { drawn, undo } from './effects.ts';
import { pressEveryControl } from './press-every-control.ts';

let stage: EditorStage;
let bench: ControlBench;
beforeAll(async () => {
  stage = await startStage('offered-shapes');
  const ada = await stage.person('Ada', { reducedMotion: 'reduce' });
  bench = await ControlBench.open(stage, ada, 'add square id=box at:200,240 label=Box');
});
afterAll(() => stage.stop());

const offer = (page: Page): Locator => page.getByRole('dialog', { name: 'Add a shape at the end' });

async function drawToNothing({ page }: ControlBench): Promise<void> {
  await bench.select('box');
  const { x, y } = await bench.pointOf('box', 1);
  await page.mouse.move(x + 20, y);
  await page.mouse.down();
  await page.mouse.move(x + 220, y + 4, { steps: 5 });
  await page.mouse.up();
}

/** One of a kind with a text and one without: the others differ from them in their outline alone. */
const pressed: ReadonlySet<string> = new Set(['square', 'diamond', 'start']);

pressEveryControl({
  title: 'the shapes at the end of an arrow',
  bench: () => bench,
  ready: drawToNothing,
  part: offer,
  controls: drawnShapes
    .filter((kind) => kind !== 'plan-board')
    .map((kind) =>
      button(
        titleOf(kind),
        pressed.has(kind)
          ? {
              effect: drawn(kind),
              // The text is written first; the arrow and the shape are one step.
              after: async (on) => {
                await on.page.keyboard.press('Escape');
                await undo(on);
              },
            }
          : elsewhere,
      ),
    ),
});
