/** Screens of signing in, the documents, and the other things of a person. */
import type { Page } from 'playwright-core';

import type { Shot, Studio } from './studio.ts';

export const homeShots: readonly Shot[] = [
  {
    name: 'sign-in',
    async take({ stage, scheme }) {
      const stranger = await stage.stranger({ colorScheme: scheme });
      const page = await stranger.open('/');
      await page.getByLabel('Email').fill('ada@example.org');
      return page;
    },
  },
  {
    name: 'shared-with-you',
    async take({ stage, scheme, ada, documents }) {
      const { body } = await ada.agent.call<{ link: { url: string } }>(
        'POST',
        `/documents/${idOf(documents, 'Roadmap')}/share-links`,
        {
          level: 'participant',
        },
      );
      const stranger = await stage.stranger({ colorScheme: scheme });
      const page = await stranger.open(body.link.url);
      await page.getByLabel('Your name').fill('Katherine');
      return page;
    },
  },
  {
    name: 'documents',
    async take({ ada }) {
      const page = await ada.open('/');
      await page.getByRole('heading', { name: 'Checkout architecture' }).waitFor();
      await pictures(page);
      return page;
    },
  },
  {
    name: 'document-menu',
    async take({ ada }) {
      const page = await ada.open('/');
      await page.getByRole('button', { name: 'Actions for Roadmap' }).click();
      await page.getByRole('menuitem', { name: 'Share' }).hover();
      await pictures(page);
      return page;
    },
  },
  {
    name: 'share',
    async take({ ada, documents }) {
      await ada.agent.call('POST', `/documents/${idOf(documents, 'Checkout architecture')}/share-links`, { level: 'viewer' });
      const page = await ada.open('/');
      await page.getByRole('button', { name: 'Actions for Checkout architecture' }).click();
      await page.getByRole('menuitem', { name: 'Share' }).click();
      await page.getByText('Grace Hopper', { exact: true }).waitFor();
      await pictures(page);
      return page;
    },
  },
  {
    name: 'tokens',
    async take({ ada }) {
      const page = await ada.open('/tokens');
      // Realistic names of tokens, as the harness's own is called "test".
      await page.route('**/api/v1/tokens', async (route) => {
        const response = await route.fetch();
        const { tokens } = (await response.json()) as { tokens: readonly object[] };
        const names = ['Claude Code', 'Nightly report'];
        const named = names.flatMap((name, at) =>
          tokens.slice(0, 1).map((token) => ({ ...token, id: `tok_${at}`, name, ...(at === 1 && { access: 'read' }) })),
        );
        return route.fulfill({ response, json: { tokens: named } });
      });
      await page.reload();
      await page.getByRole('heading', { name: 'Connect a client' }).waitFor();
      await page.getByText('Nightly report', { exact: true }).waitFor();
      return page;
    },
  },
  {
    name: 'new-token',
    async take({ ada }) {
      const page = await ada.open('/tokens');
      // A fixed secret, so that the picture is the same each time.
      await page.route('**/api/v1/tokens', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        const response = await route.fetch();
        const made = (await response.json()) as object;
        return route.fulfill({ response, json: { ...made, secret: 'atl_7Qm2VxKe9RtLw4HsZc1NpYb8GdJf5UaTo3Ei6W' } });
      });
      await page.getByRole('button', { name: 'New token' }).click();
      await page.getByLabel('Name').fill('Claude on my laptop');
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByText('Copy it now').waitFor();
      return page;
    },
  },
  {
    name: 'images',
    async take({ ada, documents }) {
      await upload(ada, documents);
      const page = await ada.open('/images');
      await page.getByText('images,').waitFor();
      await pictures(page);
      return page;
    },
  },
  {
    name: 'libraries',
    async take({ ada }) {
      await addLibrary(ada);
      const page = await ada.open('/libraries');
      await page.getByRole('heading', { name: 'Cloud parts' }).waitFor();
      return page;
    },
  },
  {
    name: 'themes',
    async take({ ada }) {
      await addTheme(ada);
      const page = await ada.open('/themes');
      await page.getByText('Harbour').waitFor();
      return page;
    },
  },
  {
    name: 'theme-editor',
    async take({ ada }) {
      await addTheme(ada);
      const page = await ada.open('/themes');
      await page.getByRole('button', { name: 'Actions for Harbour' }).first().click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  {
    name: 'profile',
    async take({ ada }) {
      const page = await ada.open('/profile');
      await page.route('**/api/v1/me', async (route) => {
        const response = await route.fetch();
        const { user, ...rest } = (await response.json()) as { user: object };
        return route.fulfill({ response, json: { ...rest, user: { ...user, email: 'ada@example.org' } } });
      });
      await page.reload();
      await page.getByText('This browser').waitFor();
      return page;
    },
  },
  {
    name: 'documents-phone',
    async take({ ada }) {
      const page = await ada.open('/');
      await page.setViewportSize({ width: 390, height: 780 });
      await page.getByRole('heading', { name: 'Checkout architecture' }).waitFor();
      await pictures(page);
      return page;
    },
  },
];

type TestAccount = Studio['ada'];

function idOf(documents: Studio['documents'], name: string): string {
  const document = documents.get(name);
  if (document === undefined) throw new Error(`no document ${name}`);
  return document.id;
}

/** Waits until every picture in view is drawn. */
async function pictures(page: Page): Promise<void> {
  const drawn = `[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)`;
  while (!(await page.evaluate<boolean>(drawn))) await page.waitForTimeout(50);
}

/** Uploads pictures of the gallery's drawings. */
async function upload(ada: TestAccount, documents: Studio['documents']): Promise<void> {
  for (const name of ['Roadmap', 'Data model', 'Team', 'Ideas for spring']) {
    const { id, tab } = documents.get(name) ?? { id: '', tab: '' };
    const picture = await ada.context.request.get(`/api/v1/documents/${id}/tabs/${tab}/render.png?scale=0.5`);
    const { origin } = new URL(picture.url());
    const headers = { 'X-Image-Original-Name': encodeURIComponent(`${name}.png`), 'Content-Type': 'image/png', Origin: origin };
    const { image } = (await (
      await ada.context.request.post('/api/v1/images', { data: await picture.body(), headers })
    ).json()) as {
      image: { id: string; width: number; height: number };
    };
    if (name !== 'Roadmap') continue;
    const element = { type: 'image', imageId: image.id, x: 0, y: 0, width: 400, height: 300, alt: 'The roadmap' };
    const { body } = await ada.agent.call<{ tab: { id: string } }>('POST', `/documents/${id}/tabs`, { name: 'Printed' });
    await ada.agent.call('POST', `/documents/${id}/tabs/${body.tab.id}/changesets`, { operations: [{ op: 'add', element }] });
  }
}

async function addLibrary({ agent }: TestAccount): Promise<void> {
  const shapes = [
    ['Service', 'component', 'blue'],
    ['Database', 'cylinder', 'teal'],
    ['Queue', 'queue', 'orange'],
    ['Cloud', 'cloud', 'grey'],
    ['Person', 'actor', 'purple'],
    ['Gate', 'diamond', 'yellow'],
    ['Package', 'package', 'green'],
    ['Report', 'document', 'pink'],
  ] as const;
  const items = shapes.map(([title, shape, fill], place) => ({
    id: `00000000-0000-4000-8000-00000000000${place}`,
    title,
    width: 120,
    height: 80,
    elements: [{ type: 'shape', shape, id: 'one', label: title, fill, x: 0, y: 0, width: 120, height: 80 }],
  }));
  await agent.call('POST', '/shape-libraries', { id: '00000000-0000-4000-8000-0000000000ff', name: 'Cloud parts', items });
}

async function addTheme({ agent }: TestAccount): Promise<void> {
  const definition = {
    backgroundColor: '#f3f7f9', backgroundPattern: 'dots', patternColor: '#d3e0e6', elementStroke: '#33566b', elementText: '#17313f',
    arrowStroke: '#33566b',
    palette: { blue: '#cfe4f2', teal: '#c6ebe6', yellow: '#fbeec2', red: '#f9d9d3', green: '#d5efd4', orange: '#fbe0c4' },
  }; // prettier-ignore
  await agent.call('POST', '/custom-themes', { id: 'custom:harbour', name: 'Harbour', definition });
}
