/**
 * The texts of the interface in the pseudo-locale: a text that stays plain English is outside of the catalogs.
 *
 * People, documents and their contents have names without Latin letters, so they are never mistaken for texts.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { languageKey } from '#clients/editor/strings/language.ts';
import { pseudoText } from '#clients/editor/strings/pseudo.ts';

import { type BrowserVisitor, type EditorStage, startStage, theEditor } from './stage.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
const inPseudoLocale = `localStorage.setItem('${languageKey}', 'en-XA')`;

beforeAll(async () => {
  stage = await startStage('pseudo-locale');
  stage.expectComplaints(/status of (401|404|409)/);
  ada = await stage.person('阿达');
  await ada.context.addInitScript(inPseudoLocale);
});
afterAll(() => stage.stop());

/**
 * Words of two Latin letters or more that the page shows, announces or has in tooltips and placeholders. Drawings, code,
 * keys, texts of people and messages of the API (a span with its language) are not texts of the interface, nor are the
 * default columns and types of a new board, the name of the token and the address of the account; dates and times come
 * from the browser.
 */
const plainWords = `(() => {
  const dates = /\\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\b|\\b(?:in )?\\d+ (?:second|minute|hour|day)s?(?: ago)?\\b|\\b(?:yesterday|tomorrow)\\b|\\b\\d{1,2}:\\d{2} ?(?:AM|PM)\\b/g;
  const names = /\\b(?:Atelier|Claude Code|Cursor|VS Code|ChatGPT|claude\\.ai|curl|PNG|SVG|CSV)\\b|\\b(?:Tab|Sheet) \\d+\\b|\\b(?:To do|Doing|Done|Project|Task|Note|Idea|Action|test)\\b|\\S+@\\S+/g;
  const isContent = (element) => element.closest('svg, code, kbd, pre, script, noscript, style, time, span[lang], [contenteditable]') !== null;
  const found = new Set();
  const look = (text, what) => {
    const rest = text.replace(dates, '').replace(names, '');
    if (/[A-Za-z]{2,}/.test(rest)) found.add(what + ': ' + text.trim().replace(/\\s+/g, ' '));
  };
  for (const element of document.body.querySelectorAll('*')) {
    if (isContent(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription']) {
      const value = element.getAttribute(name);
      if (value !== null) look(value, name);
    }
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) look(node.nodeValue, element.tagName.toLowerCase());
  }
  return [...found];
})()`;

/** Resolves once the page has not changed for half a second: what it fetched is shown. */
const isStill = `new Promise((resolve) => {
  let timer = setTimeout(resolve, 500);
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(resolve, 500);
  }).observe(document, { subtree: true, childList: true, characterData: true });
})`;

async function look(page: Page, place: string): Promise<string[]> {
  await page.evaluate(isStill);
  return ((await page.evaluate(plainWords)) as string[]).map((words) => `${place}: ${words}`);
}

const named = (text: string): { readonly name: string; readonly exact: true } => ({ name: pseudoText(text), exact: true });

describe('in the pseudo-locale', () => {
  test('the home screens have no plain text', async () => {
    const found: string[] = [];
    const page = await ada.open('/');
    await page.getByRole('heading', named('Documents')).waitFor();
    found.push(...(await look(page, 'without documents')));
    await stage.document(ada, '文');
    for (const path of ['/', '/images', '/libraries', '/themes', '/tokens', '/trash', '/profile', '/mentions']) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      found.push(...(await look(page, `at ${path}`)));
    }
    await page.goto('/');
    await page.getByRole('link', { name: '文' }).click({ button: 'right' });
    found.push(...(await look(page, 'in the menu of a document')));
    await page.keyboard.press('Escape');
    await page.goto('/themes');
    await page.getByRole('button', named('New theme')).click();
    await page.getByRole('dialog').waitFor();
    found.push(...(await look(page, 'in the editor of themes')));
    await page.goto('/tokens');
    await page.getByRole('button', named('New token')).first().click();
    await page.getByRole('dialog').waitFor();
    found.push(...(await look(page, 'in the dialog of a new token')));
    expect(found).toEqual([]);
    await page.close();
  });

  test('signing in has no plain text', async () => {
    const found: string[] = [];
    const stranger = await stage.stranger();
    await stranger.context.addInitScript(inPseudoLocale);
    const page = await stranger.open('/');
    await page.getByRole('button', named('Sign in')).waitFor();
    found.push(...(await look(page, 'of the sign-in')));
    expect(found).toEqual([]);
    await page.close();
  });

  test('a document has no plain text, in its bars, panels, dialogs and menus', async () => {
    const found: string[] = [];
    const { id, tab } = await stage.document(ada, '文');
    const rename = await ada.agent.call('PATCH', `/documents/${id}/tabs/${tab}`, { name: '一' });
    expect(rename.status).toBe(200);
    const lines = 'add square id=a label="甲" x=0 y=0\nadd square id=b label="乙" x=60 y=20\nconnect a -> b';
    await ada.agent.changeset({ id, tab }, lines);
    const page = await ada.open(`/d/${id}/${tab}`);
    await page.getByText(pseudoText('Saved'), { exact: true }).waitFor();
    found.push(...(await look(page, 'around the canvas')));
    for (const panel of ['comments', 'history', 'lint', 'layers', 'find']) {
      await page.evaluate(`${theEditor}.panel.set('${panel}')`);
      await page.getByRole('complementary').waitFor();
      found.push(...(await look(page, `in the panel ${panel}`)));
    }
    await page.evaluate(`${theEditor}.panel.set(null)`);
    for (const dialog of ['help', 'share', 'settings', 'theme', 'video', 'card-types', 'article']) {
      await page.evaluate(`${theEditor}.dialog.set('${dialog}')`);
      await page.getByRole('dialog').waitFor();
      found.push(...(await look(page, `in the dialog ${dialog}`)));
      await page.evaluate(`${theEditor}.dialog.set(null)`);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('listbox').waitFor();
    found.push(...(await look(page, 'in the palette')));
    await page.keyboard.press('Escape');

    await page.evaluate(
      `(() => { const editor = ${theEditor}; editor.selection.set(['a', 'b'].flatMap((slug) => [...editor.tab.view.idsOfSlug(slug)])); })()`,
    );
    const bar = page.getByRole('toolbar', named('Style of selection'));
    await bar.waitFor();
    found.push(...(await look(page, 'in the style bar')));
    for (const button of await bar.getByRole('button').all()) {
      await button.click();
      found.push(...(await look(page, `behind ${await button.getAttribute('aria-label')}`)));
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', named('Document menu')).click();
    found.push(...(await look(page, 'in the menu of the document')));
    await page.keyboard.press('Escape');
    await page.getByRole('button', named('Shapes')).click();
    found.push(...(await look(page, 'in the picker of shapes')));
    await page.keyboard.press('Escape');
    expect(found).toEqual([]);
    await page.close();
  });

  test('boards and sheets have no plain text', async () => {
    const found: string[] = [];
    const { id, tab } = await stage.document(ada, '文');
    await ada.agent.changeset({ id, tab }, 'add plan-board id=board label="板" x=0 y=0 width=720 height=420');
    const page = await ada.open(`/d/${id}/${tab}`);
    await page.getByText(pseudoText('Saved'), { exact: true }).waitFor();
    await page.evaluate(
      `(() => { const editor = ${theEditor}; const [board] = [...editor.tab.view.boxes()]; editor.selection.set([board.id]); editor.dialog.set('board'); })()`,
    );
    await page.getByRole('dialog').waitFor();
    found.push(...(await look(page, 'in the dialog of a board')));
    await page.evaluate(`${theEditor}.dialog.set(null)`);
    await page.evaluate(`${theEditor}.run('board-open')`);
    await page.getByRole('region', { name: /板/ }).last().waitFor();
    found.push(...(await look(page, 'on a board')));
    await page.goto(`/d/${id}/${tab}`);
    await page.getByText(pseudoText('Saved'), { exact: true }).waitFor();
    await page.evaluate(`${theEditor}.run('new-sheet')`);
    await page.getByRole('grid').waitFor();
    found.push(...(await look(page, 'on a sheet')));
    expect(found).toEqual([]);
    await page.close();
  });
});
