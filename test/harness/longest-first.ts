/** The files that take longest begin first, so that no worker is left alone with one of them at the end. */
import { relative, sep } from 'node:path';
import process from 'node:process';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Each took more than 40 seconds on two cores (SlowestFiles prints them). */
const longest: readonly string[] = [
  'test/editor/controls/context-menu.browser.test.ts',
  'test/editor/controls/style-bar.browser.test.ts',
  'test/editor/home.browser.test.ts',
  'test/editor/controls/bars.browser.test.ts',
  'test/editor/scene.browser.test.ts',
  'test/editor/sheet.browser.test.ts',
  'test/editor/controls/home.browser.test.ts',
  'test/editor/controls/viewers.browser.test.ts',
  'test/editor/undo.browser.test.ts',
  'test/editor/board.browser.test.ts',
  'test/editor/canvas.browser.test.ts',
  'test/editor/foundation.browser.test.ts',
  'test/editor/controls/board.browser.test.ts',
  'test/editor/session.browser.test.ts',
  'test/editor/controls/sheet.browser.test.ts',
  'test/simulator/simulator.process.test.ts',
  'test/crash/kill-embedded.process.test.ts',
  'test/webhooks.process.test.ts',
  'test/attacks/many-sockets.process.test.ts',
  'test/inbox.process.test.ts',
  'clients/editor/live/offline-sync.process.test.ts',
  'test/crash/repeated-signals.process.test.ts',
  'test/attacks/hostile-turns.process.test.ts',
  'test/crash/stop.process.test.ts',
  'test/attacks/honest-editors.process.test.ts',
  'test/first-start.process.test.ts',
  'test/fuzz/rest-fuzz.slow.test.ts',
  'server/planner/planner.slow.test.ts',
  'server/rooms/past-moments.test.ts',
  'rest/live-events.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.indexOf(relative(process.cwd(), moduleId).split(sep).join('/'));
      return at === -1 ? longest.length : at;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
