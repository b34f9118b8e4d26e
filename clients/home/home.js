/** home: signing in, the documents that one may see as text, and one's API tokens. The editor takes its place later. */

const at = (selector) => document.querySelector(selector);

class Refused extends Error {
  constructor(status, { detail = `The server answered ${status}.`, hint = '' }) {
    super(`${detail} ${hint}`);
    this.status = status;
  }
}

async function call(method, path, body) {
  const json = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`/api/v1${path}`, { method, ...(body !== undefined && json) });
  if (response.status === 204) return null;
  const isJson = response.headers.get('content-type')?.includes('json');
  const answer = await (isJson ? response.json() : response.text());
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

/** Runs what somebody asked for, and says what was refused. */
async function attempt(action) {
  at('#message').textContent = '';
  try {
    await action();
  } catch (error) {
    at('#message').textContent = error instanceof Refused ? error.message : 'The server cannot be reached.';
  }
}

function onSubmit(selector, action) {
  const form = at(selector);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await attempt(async () => {
      await action(Object.fromEntries(new FormData(form)));
      form.reset();
    });
  });
}

function item(text, detail, label, action) {
  const line = document.createElement('li');
  const name = document.createElement('span');
  const small = document.createElement('small');
  const button = document.createElement('button');
  name.textContent = text;
  small.textContent = detail;
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', () => void attempt(action));
  line.append(name, small, button);
  return line;
}

async function showTab(doc, tab) {
  const outline = await call('GET', `/documents/${doc.id}/tabs/${tab.id}?view=outline`);
  at('#tab').hidden = false;
  at('#tab h2').textContent = `${doc.name} · ${tab.name}`;
  at('#tab pre').textContent = outline;
  at('#tab').scrollIntoView();
}

// What stands behind # works once or opens a document: it does not stay in the address bar.
const fragment = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const code = fragment.startsWith('code=') ? fragment.slice(5) : null;
/** The secret of the share link that is still to be opened. */
let shared = location.pathname === '/share' && fragment !== '' ? fragment : null;

/** What a signed-in person sees; else the form to sign in. */
async function show() {
  let me = null;
  try {
    me = await call('GET', '/me');
  } catch (error) {
    if (error.status !== 401) throw error;
  }
  at('#sign-in').hidden = me !== null;
  at('#sign-out').hidden = me === null;
  at('#signed-in').hidden = me === null;
  at('#guest').hidden = me !== null || shared === null;
  if (me === null) return;
  at('#who').textContent = me.user.name;
  const [{ documents }, { tokens }] = await Promise.all([call('GET', '/documents?limit=100'), call('GET', '/tokens')]);
  at('#documents').replaceChildren(
    ...documents.flatMap((doc) =>
      doc.tabs.map((tab) =>
        item(`${doc.name} · ${tab.name}`, `${tab.elements} elements, rev ${tab.rev}`, 'Read', () => showTab(doc, tab)),
      ),
    ),
  );
  at('#tokens').replaceChildren(
    ...tokens.map((token) =>
      item(token.name, token.access, 'Revoke', async () => {
        await call('DELETE', `/tokens/${token.id}`);
        await show();
      }),
    ),
  );
}

/** A signed-in person becomes a member, anyone else a guest under the name that they give. */
async function openShared(guest) {
  const { document: doc } = await call('POST', '/share-links/open', { secret: shared, ...guest });
  shared = null;
  await show();
  const { tabs } = await call('GET', `/documents/${doc.id}`);
  await showTab(doc, tabs[0]);
}

/** What the page shows first, and after somebody signed in. */
async function begin() {
  await show();
  if (shared !== null && !at('#signed-in').hidden) await openShared();
}

onSubmit('#sign-in', async (fields) => {
  await call('POST', '/session', fields);
  await begin();
});
onSubmit('#guest', openShared);
onSubmit('#new-document', async (fields) => {
  await call('POST', '/documents', fields);
  await show();
});
onSubmit('#new-token', async (fields) => {
  const { secret } = await call('POST', '/tokens', fields);
  at('#secret').hidden = false;
  at('#secret code').textContent = secret;
  await show();
});
at('#sign-out').addEventListener('click', () => {
  void attempt(async () => {
    await call('DELETE', '/session');
    location.reload();
  });
});
// A link that is pasted while the page is open.
addEventListener('hashchange', () => location.reload());

await attempt(async () => {
  try {
    if (code !== null) await call('POST', '/session', { code });
  } finally {
    // With a code that was used before, somebody may be signed in all the same.
    await begin();
  }
});
