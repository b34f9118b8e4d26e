/** bench: a document in a browser and over REST, for tests that press controls. */
import type { Locator, Page } from 'playwright-core';

import type { Document } from '#schema/document.ts';
import type { ElementView, TabSettings } from '#schema/tab.ts';

import type { Api } from '../../harness/api.ts';
import { type EditorStage, theEditor, type BrowserVisitor } from '../stage.ts';

export type Place = { readonly id: string; readonly tab: string };
export type ControlState = ElementView & Readonly<Record<string, unknown>>;

export class ControlBench {
  readonly page: Page;
  readonly place: Place;
  readonly agent: Api;
  /** The names of the files that the page has handed to the person. */
  readonly downloads: string[] = [];

  constructor(page: Page, place: Place, agent: Api) {
    this.page = page;
    page.on('download', (download) => this.downloads.push(download.suggestedFilename()));
    this.place = place;
    this.agent = agent;
  }

  /** A new document, once it is open in the visitor's browser. */
  static async open(
    stage: EditorStage,
    visitor: BrowserVisitor,
    operations: string | readonly object[] = '',
  ): Promise<ControlBench> {
    const place = await stage.document(visitor, 'Drawing');
    if (operations.length > 0) {
      const path = `/documents/${place.id}/tabs/${place.tab}/changesets`;
      const { status, body } = await visitor.agent.call('POST', path, { operations });
      if (status !== 201) throw new Error(JSON.stringify(body));
    }
    return ControlBench.at(visitor, place);
  }

  static async at(visitor: BrowserVisitor, place: Place): Promise<ControlBench> {
    const page = await visitor.open(`/d/${place.id}`);
    await page.getByText('Saved').waitFor();
    const bench = new ControlBench(page, place, visitor.agent);
    const isPlaced = async () => (await bench.editor<number>('editor?.viewport.get().width ?? 0')) > 0;
    if (!(await waitUntil(isPlaced, 10_000))) throw new Error('the canvas shows no part of the tab');
    return bench;
  }

  /** The same page, about another tab of the document. */
  on(tab: string): ControlBench {
    return new ControlBench(this.page, { id: this.place.id, tab }, this.agent);
  }

  async get<T>(path: string): Promise<T> {
    const { status, body } = await this.agent.call<T>('GET', `/documents/${this.place.id}${path}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  document(): Promise<Document> {
    return this.get('');
  }

  tab(): Promise<TabSettings & { readonly elements: ControlState[] }> {
    return this.get(`/tabs/${this.place.tab}`);
  }

  async elements(): Promise<readonly ControlState[]> {
    return (await this.tab()).elements;
  }

  /** By its name of `id=`. */
  async element(ref: string): Promise<ControlState | undefined> {
    return (await this.elements()).find((element) => element.ref === ref);
  }

  /** Selects elements by their names, with the keyboard on the canvas. */
  async select(...refs: string[]): Promise<void> {
    const ids = `${JSON.stringify(refs)}.flatMap((ref) => [...editor.tab.view.idsOfSlug(ref)])`;
    const selected = await this.editor<number>(
      `(editor.selection.set(${ids}), editor.canvas.focus(), editor.selection.get().size)`,
    );
    if (selected !== refs.length) throw new Error(`${refs.join(' ')}: ${selected} elements`);
  }

  /** Where a point of an element is in the window: by default its middle. */
  async pointOf(ref: string, across = 0.5, down = 0.5): Promise<{ x: number; y: number }> {
    const element = await this.element(ref);
    if (element === undefined) throw new Error(`no element ${ref}`);
    const [x, y] = [element.x + element.width * across, element.y + element.height * down];
    const at = await this.editor<{ x: number; y: number }>(`editor.viewport.toScreen({ x: ${x}, y: ${y} })`);
    const canvas = await this.page.locator('.canvas').boundingBox();
    return { x: at.x + (canvas?.x ?? 0), y: at.y + (canvas?.y ?? 0) };
  }

  /** Closes every menu, popover and dialog but the first `staying`, and takes notices and messages away. */
  async settle(staying = 0): Promise<void> {
    const { page } = this;
    // A page behind another one is slow.
    await page.bringToFront();
    // Lists stay on the page, hidden, once they have been open. Notices are dialogs too, which Escape leaves.
    const popups = page
      .locator(':is([role=menu], [role=listbox], [role=dialog], [role=alertdialog]):visible')
      .and(page.locator(':not([role=region] *)'));
    for (let presses = 0; (await popups.count()) > staying && presses < 8; presses += 1) {
      if ((await popups.and(page.locator(':not([data-closed], [data-closed] *)')).count()) > staying)
        await page.keyboard.press('Escape');
      await waitUntil(async () => (await popups.count()) <= staying, 400);
    }
    await this.dismissNotices();
  }

  async dismissNotices(): Promise<void> {
    const dismissals = this.page.getByRole('button', { name: 'Dismiss' });
    // One by one: with each that goes, the next one is the first.
    for (let presses = 0; (await dismissals.count()) > 0 && presses < 8; presses += 1)
      await dismissals
        .first()
        .click({ timeout: 1_000 })
        .catch(() => undefined);
    await waitUntil(async () => (await dismissals.count()) === 0, 3_000);
  }

  /** The value of an expression on `editor`, the editor of the shown tab. */
  editor<T>(expression: string): Promise<T> {
    return this.page.evaluate<T>(`((editor) => (${expression}))(${theEditor})`);
  }

  async showTab(id: string): Promise<void> {
    await this.editor<void>(`editor.showTab(${JSON.stringify(id)})`);
    if (!(await waitUntil(async () => (await this.editor('editor?.tab.id')) === id, 10_000)))
      throw new Error(`tab ${id} is not shown`);
  }

  /** Calls that make or change something; their answer. */
  async send<T>(method: string, path: string, body: object): Promise<T> {
    const answer = await this.agent.call<T>(method, `/documents/${this.place.id}${path}`, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async undo(): Promise<void> {
    await this.page.locator('.canvas').focus();
    await this.page.keyboard.press('Control+z');
  }

  shows(locator: (page: Page) => Locator): Promise<boolean> {
    return locator(this.page).first().isVisible();
  }
}

/** False when it was not so in time. */
export async function waitUntil(isSo: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    if (await isSo()) return true;
    if (Date.now() > end) return false;
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}
