/** Every control of what is shown before a document opens: the sign-in form and share links, in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type BrowserVisitor, type EditorStage, startStage } from '../stage.ts';
import { ControlBench, type Place } from './bench.ts';
import { button, type ControlEffect, disabled, effect, fill, type Press, type PressedControl, textbox } from './control.ts'; // prettier-ignore
import { shown } from './effects.ts';
import { type Context, pressEveryControl } from './press-every-control.ts';

let stage: EditorStage;
let ada: BrowserVisitor;
let ben: BrowserVisitor;
let place: Place;
/** A control whose page has no signed-in person. */
let guest: ControlBench;
/** Ben's page, on Ada's document. */
let member: ControlBench;
/** How often Ben's page has tried a share link. */
let asked = 0;
let links: { readonly good: string; readonly revoked: string; readonly wrong: string };

beforeAll(async () => {
  stage = await startStage('doors');
  // What a browser notes of calls that are refused, and of those without a network.
  stage.expectComplaints(/status of (?:401|403|404)|ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to load resource/);
  ada = await stage.person('Ada');
  ben = await stage.person('Ben', { reducedMotion: 'reduce' });
  place = await stage.document(ada, 'Drawing');
  await stage.invite(place.id, ben, 'editor');
  const newLink = async (): Promise<{ id: string; url: string }> => {
    const { body } = await ada.agent.call<{ link: { id: string; url: string } }>('POST', `/documents/${place.id}/share-links`, { level: 'viewer' }); // prettier-ignore
    return body.link;
  };
  const [good, revoked] = [await newLink(), await newLink()];
  await ada.agent.call('DELETE', `/documents/${place.id}/share-links/${revoked.id}`);
  links = { good: good.url, revoked: revoked.url, wrong: `${stage.node.url}/share#none` };
  const stranger = await stage.stranger({ reducedMotion: 'reduce' });
  guest = new ControlBench(await stranger.open('/'), place, ada.agent);
  member = await ControlBench.at(ben, place);
  member.page.on('request', (request) => {
    if (request.url().endsWith('/share-links/open')) asked += 1;
  });
});
afterAll(() => stage.stop());

const main: Context['part'] = (page) => page.getByRole('main');
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name });
const status = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('[role=status][data-kind]').filter({ hasText: text }).waitFor();
const alert = shown((page) => page.getByRole('alert'));
const writtenIn = (name: string, value: string): ControlEffect =>
  effect(
    ({ page }) => page.getByRole('textbox', { name }).inputValue(),
    (now) => now === value,
  );

const signsIn =
  (password: string): Press =>
  async (control, { page }) => {
    await page.getByRole('textbox', { name: 'Email' }).fill(`${ben.userId}@example.org`);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await control.click();
  };
const signedOut = async ({ page }: ControlBench): Promise<void> => {
  await page.context().clearCookies();
  await page.goto('/');
  await heading('Sign in to Atelier')(page).waitFor();
};
const wrongly: Press = async (control, { page }) => {
  await page.getByRole('textbox', { name: 'Email' }).fill(`${ben.userId}@example.org`);
  await fill('wrong', 'Enter')(control, guest);
};
const signInForm: readonly PressedControl[] = [
  textbox('Email', { press: fill('ada@example.org'), effect: writtenIn('Email', 'ada@example.org') }),
  textbox('Password', { press: wrongly, effect: alert, after: signedOut }),
];

pressEveryControl({
  title: 'the sign-in screen',
  bench: () => guest,
  ready: signedOut,
  part: main,
  controls: [...signInForm, button('Sign in', { press: signsIn('correct horse battery staple'), effect: shown(heading('Documents')), after: signedOut })],
}); // prettier-ignore

const opened =
  (url: () => string) =>
  async ({ page }: ControlBench): Promise<void> => {
    // The address differs in its fragment alone, which opens nothing by itself.
    await page.goto('about:blank');
    await page.goto(url());
  };
const strangerAt = (which: keyof typeof links) => async (on: ControlBench): Promise<void> => {
  await on.page.context().clearCookies();
  await opened(() => links[which])(on);
  await heading('A document is shared with you')(on.page).waitFor();
}; // prettier-ignore
const joins: Press = async (control, { page }) => {
  await page.getByRole('textbox', { name: 'Your name' }).fill('Katherine');
  await control.click();
};
const documentShown = shown(heading('Drawing'));
/** The document is left once it is open: a connection that never stood is complained of. */
const leaveGuest = async (on: ControlBench): Promise<void> => {
  await status(on.page, /^Saved$/);
  await strangerAt('good')(on);
};

pressEveryControl({
  title: 'a share link, without an account',
  bench: () => guest,
  ready: strangerAt('good'),
  part: main,
  controls: [
    textbox('Your name', { press: fill('Katherine', 'Enter'), effect: documentShown, after: leaveGuest }),
    button('Join', disabled),
    button('Sign in instead', shown(heading('Sign in to Atelier'))),
  ],
});
test('a press of Join opens the document under the name that was given', async () => {
  await strangerAt('good')(guest);
  await joins(guest.page.getByRole('button', { name: 'Join' }), guest);
  await status(guest.page, /^Saved$/);
  expect(await documentShown.read(guest)).toBe(true);
  expect(await guest.page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Rectangle' }).count()).toBe(0);
});

for (const which of ['revoked', 'wrong'] as const) {
  test(`a ${which} share link says so to a person without an account, and opens nothing`, async () => {
    await strangerAt(which)(guest);
    await joins(guest.page.getByRole('button', { name: 'Join' }), guest);
    await guest.page.getByRole('alert').waitFor();
    expect(await documentShown.read(guest)).toBe(false);
    await guest.page.getByRole('button', { name: 'Sign in instead' }).click();
    await heading('Sign in to Atelier')(guest.page).waitFor();
  });

  pressEveryControl({
    title: `a ${which} share link, with an account`,
    bench: () => member,
    ready: async (on) => {
      if (new URL(on.page.url()).pathname.startsWith('/d/')) await status(on.page, /^Saved$/);
      await opened(() => links[which])(on);
      await on.page.getByRole('alert').waitFor();
    },
    part: main,
    controls: [
      button('Try again', effect(async () => asked, (now, before) => now > before)),
      button('Your documents', shown(heading('Documents'))),
    ],
  }); // prettier-ignore
}
