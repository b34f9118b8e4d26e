/** Builds the editor before the tests if the build is missing or older than its sources. */
import { buildEditor } from '#clients/editor/build.ts';

export async function setup(): Promise<void> {
  await buildEditor();
}
