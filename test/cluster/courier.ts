/** Measures how long a changeset of one node takes to the screen of an editor on another node. */
import { Api } from '#test/harness/api.ts';
import { TestEditor, until } from '#test/harness/editor.ts';

export class Courier {
  readonly #api: Api;
  readonly #place: { readonly id: string; readonly tab: string };
  readonly #editor: TestEditor;
  #sent = 0;

  private constructor(api: Api, place: { readonly id: string; readonly tab: string }, editor: TestEditor) {
    this.#api = api;
    this.#place = place;
    this.#editor = editor;
  }

  /** On a new document. */
  static async start(from: string, to: string, token: string): Promise<Courier> {
    const api = new Api(from, token);
    const place = await api.createDocument();
    const editor = new TestEditor({ url: to, documentId: place.id, credential: token });
    await editor.synced();
    return new Courier(api, place, editor);
  }

  /** Milliseconds from the answer until the changeset is visible. */
  async delay(atMostMs: number): Promise<number> {
    this.#sent += 1;
    const name = `box-${this.#sent}`;
    const { status } = await this.#api.changeset(this.#place, `add square id=${name}`);
    if (status !== 201) throw new Error(`a changeset is refused with ${status}`);
    const answered = performance.now();
    const isSeen = (): boolean => this.#editor.element(this.#place.tab, name) !== undefined;
    await until(isSeen, atMostMs, 'the editor at the other node sees nothing');
    return performance.now() - answered;
  }

  close(): void {
    this.#editor.destroy();
  }
}
