/** editor-page: before the tests, the editor's page is built when it is missing or older than its sources. */
import { buildEditor } from '#clients/editor/build.ts';

export async function setup(): Promise<void> {
  await buildEditor();
}
