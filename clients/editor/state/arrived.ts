import type { Editor } from './editor.ts';

const arrivalMs = 5_000;

/** Waits a moment for elements, which reach the tab by another way than the answer that names them. */
export async function arrived({ tab }: Editor, ids: readonly string[]): Promise<void> {
  const areThere = (): boolean => ids.every((id) => tab.view.get(id) !== undefined);
  if (areThere()) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, arrivalMs);
    const stop = tab.onChange(() => {
      if (areThere()) done();
    });
    function done(): void {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}
