/** A published tab beside much that is not published, each with a word by which it is recognized. */
import { pngOf } from '#test/harness/png.ts';
import { startTestServer, type TestAnswer, type TestPerson, type TestServer } from '#rest/server.test-support.ts';

export type PublishedStage = {
  readonly server: TestServer;
  readonly ada: TestPerson;
  readonly bob: TestPerson;
  /** Ada's session. */
  readonly cookie: string;
  readonly doc: string;
  readonly shown: string;
  readonly other: string;
  readonly images: { readonly shown: string; readonly other: string; readonly unplaced: string };
  readonly changeset: string;
  readonly version: string;
  publish(body?: object): Promise<{ readonly id: string; readonly secret: string }>;
  draw(tab: string, operations: unknown): Promise<TestAnswer>;
  revoke(linkId: string): Promise<void>;
  close(): Promise<void>;
};

/** What nobody finds out through the link. */
export const secretWords = [
  'NOTESECRET',
  'COMMENTSECRET',
  'HIDDENSECRET',
  'OTHERTABSECRET',
  'OTHERLABELSECRET',
  'BobSecret',
  'bobsecret',
  'ada-user',
  'PRESENCESECRET',
  'VERSIONSECRET',
  'SUMMARYSECRET',
  'DESCRIPTIONSECRET',
  'FILENAMESECRET',
  'HIDDENLAYERSECRET',
  'PROPOSALSECRET',
] as const;

export async function startPublishedStage(options: Parameters<typeof startTestServer>[0] = {}): Promise<PublishedStage> {
  const server = await startTestServer(options);
  const ada = await server.addPerson('Ada-user');
  const bob = await server.addPerson('BobSecret');
  const cookie = await server.signIn(ada);
  const { token } = ada;
  const made = async (method: string, path: string, body?: unknown, headers = {}): Promise<TestAnswer> => {
    const answer = await server.call(method, path, { token, headers, ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer;
  };
  const { id: doc, tab: shown } = await server.addDocument(token, 'Payments');
  await made('PUT', `/documents/${doc}/members/${bob.id}`, { level: 'editor' });
  const other = (await made('POST', `/documents/${doc}/tabs`, { name: 'OTHERTABSECRET' })).json.tab.id as string;
  const upload = async (mark: number): Promise<string> =>
    (
      await made('POST', '/images', pngOf(40, 30, mark), {
        'Content-Type': 'image/png',
        'X-Image-Original-Name': 'FILENAMESECRET.png',
      })
    ).json.image.id;
  const images = { shown: await upload(1), other: await upload(2), unplaced: await upload(3) };
  const draw: PublishedStage['draw'] = (tab, operations) =>
    server.call('POST', `/documents/${doc}/tabs/${tab}/changesets`, { token, body: { operations, summary: 'SUMMARYSECRET' } });
  await made('PATCH', `/documents/${doc}/tabs/${shown}`, {
    layers: [{ id: 'drafts', name: 'HIDDENLAYERSECRET', locked: false, hidden: true }],
  });
  const image = (imageId: string) => ({ op: 'add', element: { type: 'image', imageId, x: 0, y: 400, width: 40, height: 30 } });
  const board = {
    type: 'shape',
    shape: 'plan-board',
    id: 'board',
    x: 600,
    y: 0,
    width: 600,
    height: 400,
    label: 'Work',
    planBoard: { types: null, columns: [{ status: 'to-do~1', name: 'To do' }] },
  };
  const drawn = await draw(shown, [
    {
      op: 'add',
      element: {
        type: 'shape',
        shape: 'rect',
        id: 'gateway',
        x: 0,
        y: 0,
        width: 160,
        height: 80,
        label: 'Gateway',
        note: 'NOTESECRET',
      },
    },
    {
      op: 'add',
      element: {
        type: 'shape',
        shape: 'rect',
        id: 'draft',
        x: 0,
        y: 200,
        width: 160,
        height: 80,
        label: 'HIDDENSECRET',
        layer: 'drafts',
      },
    },
    { op: 'add', element: board },
    image(images.shown),
  ]);
  if (drawn.status >= 300) throw new Error(drawn.text);
  const elsewhere = await draw(other, [
    {
      op: 'add',
      element: { type: 'shape', shape: 'rect', id: 'plan', x: 0, y: 0, width: 160, height: 80, label: 'OTHERLABELSECRET' },
    },
    image(images.other),
  ]);
  if (elsewhere.status >= 300) throw new Error(elsewhere.text);
  const { json: read } = await made('GET', `/documents/${doc}/tabs/${shown}`);
  const gateway = read.elements.find((one: { label?: string }) => one.label === 'Gateway').id as string;
  const { status } = read.elements.find((one: { planBoard?: object }) => one.planBoard !== undefined).planBoard.columns[0];
  await made('POST', `/documents/${doc}/tabs/${shown}/comments`, { elementId: gateway, text: 'COMMENTSECRET' });
  await made('POST', `/documents/${doc}/items`, {
    type: 'task',
    fields: {
      title: 'Pay out',
      description: 'DESCRIPTIONSECRET',
      status,
      assignee: { id: bob.id, name: 'BobSecret', color: '#0f766e' },
    },
  });
  await made('PUT', `/documents/${doc}/tabs/${shown}/presence`, { status: 'PRESENCESECRET' });
  const version = (await made('POST', `/documents/${doc}/versions`, { name: 'VERSIONSECRET' })).json.version.id as string;
  await made('POST', `/documents/${doc}/tabs/${shown}/changesets?propose=1`, {
    operations: 'add square "PROPOSALSECRET" at:0,900',
  });
  return {
    server,
    ada,
    bob,
    cookie,
    doc,
    shown,
    other,
    images,
    changeset: drawn.json.changeset as string,
    version,
    async publish(body = {}) {
      const {
        status: answered,
        json,
        text,
      } = await server.call('POST', `/documents/${doc}/share-links`, {
        cookie,
        body: { level: 'viewer', publish: true, tabs: [shown], ...body },
      });
      if (answered !== 201) throw new Error(text);
      return { id: json.link.id as string, secret: (json.link.url as string).split('/p/')[1] ?? '' };
    },
    draw,
    async revoke(linkId) {
      await server.call('DELETE', `/documents/${doc}/share-links/${linkId}`, { cookie });
    },
    close: () => server.close(),
  };
}
