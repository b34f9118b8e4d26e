/** home: signing in, the documents that one may see as text, and one's API tokens. The editor takes its place later. */

const api = '/api/v1';
const at = (selector) => document.querySelector(selector);

class Refused extends Error {}

async function call(method, path, body) {
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const response = await fetch(`${api}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (response.status === 204) return null;
  const isJson = response.headers.get('content-type')?.includes('json');
  const answer = isJson ? await response.json() : await response.text();
  if (!response.ok) throw new Refused(`${answer.detail} ${answer.hint}`);
  return answer;
}

/** Runs an action and says what was refused. */
async function attempt(action) {
  at('#message').textContent = '';
  try {
    await action();
  } catch (error) {
    at('#message').textContent = error instanceof Refused ? error.message : 'The server cannot be reached.';
  }
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
  button.addEventListener('click', () => attempt(action));
  line.append(name, small, button);
  return line;
}

async function showTab(doc, tab) {
  const outline = await call('GET', `/documents/${doc.id}/tabs/${tab.id}?view=outline`);
  at('#tab').hidden = false;
  at('#tab h2').textContent = `${doc.name} · ${tab.name}`;
  at('#tab pre').textContent = outline;
}

async function showHome() {
  const { user } = await call('GET', '/me');
  at('#who').textContent = user.name;
  at('#sign-in').hidden = true;
  at('#sign-out').hidden = false;
  at('#signed-in').hidden = false;
  const { documents } = await call('GET', '/documents?limit=100');
  at('#documents').replaceChildren(
    ...documents.flatMap((doc) =>
      doc.tabs.map((tab) =>
        item(`${doc.name} · ${tab.name}`, `${tab.elements} elements, rev ${tab.rev}`, 'Read', () => showTab(doc, tab)),
      ),
    ),
  );
  const { tokens } = await call('GET', '/tokens');
  at('#tokens').replaceChildren(
    ...tokens.map((token) =>
      item(token.name, token.access, 'Revoke', async () => {
        await call('DELETE', `/tokens/${token.id}`);
        await showHome();
      }),
    ),
  );
}

function onSubmit(form, action) {
  at(form).addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(() => action(Object.fromEntries(new FormData(event.target))));
  });
}

onSubmit('#sign-in', async (fields) => {
  await call('POST', '/session', fields);
  await showHome();
});
onSubmit('#new-document', async (fields) => {
  await call('POST', '/documents', fields);
  await showHome();
});
onSubmit('#new-token', async (fields) => {
  const { secret } = await call('POST', '/tokens', fields);
  at('#secret').hidden = false;
  at('#secret code').textContent = secret;
  await showHome();
});
at('#sign-out').addEventListener('click', () =>
  attempt(async () => {
    await call('DELETE', '/session');
    location.reload();
  }),
);

/** A share link: a signed-in person becomes a member, anyone else comes in as a guest under a name of their own. */
async function openShare(secret) {
  const name = at('#sign-in').hidden ? undefined : prompt('Your name, as the others will see it') || undefined;
  const { document: doc } = await call('POST', '/share-links/open', { secret, ...(name !== undefined && { name }) });
  const { tabs } = await call('GET', `/documents/${doc.id}`);
  if (tabs[0] !== undefined) await showTab(doc, tabs[0]);
}

await attempt(async () => {
  const fragment = location.hash.slice(1);
  // What stands behind # works once or opens a document: it does not stay in the address bar.
  if (fragment !== '') history.replaceState(null, '', location.pathname);
  if (fragment.startsWith('code=')) await call('POST', '/session', { code: fragment.slice(5) });
  try {
    await showHome();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    at('#sign-in').hidden = false;
  }
  if (location.pathname === '/share' && fragment !== '') await openShare(fragment);
});
