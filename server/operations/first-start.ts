/** Creates a first account, a token and a welcome document in an empty installation, and prints them once (SPEC.md, OPS9 and OPS10). */
import { welcome as template } from '#core/templates/welcome-template.ts';
import type { Author } from '#schema/access.ts';
import { newId } from '#schema/ids.ts';
import { limits } from '#schema/limits.ts';
import { isProblem } from '#schema/problem.ts';
import type { AgentActor } from '#server/access/actor.ts';
import { hashSecret, newSignInCode, newTokenSecret } from '#server/access/secrets.ts';
import type { Application } from '#server/app/app.ts';
import type { Call } from '#server/call.ts';
import { setAdministrator } from '#storage/people.ts';
import { insertSignInCode } from '#storage/sessions.ts';
import { putSetting } from '#storage/settings.ts';
import type { Storage } from '#storage/storage.ts';
import { insertToken } from '#storage/tokens.ts';
import { insertUser, listUsers } from '#storage/users.ts';

export type Welcome = {
  readonly app: Application;
  readonly storage: Storage;
  readonly now: () => number;
  /** The address of the editor and the API. */
  readonly url: string;
  /** Called with what a person needs to begin, in pieces. */
  readonly print: (text: string) => void;
};

const owner: Author = { name: 'Owner', color: '#c2410c' };

/** Does nothing if the installation already has accounts. */
export async function welcome({ app, storage, now, url, print }: Welcome): Promise<void> {
  const at = now();
  const userId = newId('user', at);
  const token = newTokenSecret();
  const code = newSignInCode();
  const tokenId = newId('tok', at);
  const isFirst = await storage.transact(async (tx) => {
    if ((await listUsers(tx)).length > 0) return false;
    if ((await putSetting(tx, 'first_account', userId)) !== userId) return false;
    await insertUser(tx, { id: userId, ...owner, email: null, passwordHash: null, createdAt: at });
    await setAdministrator(tx, userId, true);
    await insertToken(tx, {
      id: tokenId,
      userId,
      name: 'Initial token',
      access: 'full',
      documents: null,
      hash: hashSecret(token),
      createdAt: at,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    });
    await insertSignInCode(tx, {
      hash: hashSecret(code),
      userId,
      createdAt: at,
      expiresAt: at + limits.signInCodeHours * 60 * 60 * 1_000,
    });
    return true;
  });
  if (!isFirst) return;
  print(signInText(url, code, token));
  const actor: AgentActor = { kind: 'agent', userId, ...owner, tokenId, access: 'full', documents: null };
  const { documentId, tabId } = await drawWelcome(app, { actor, requestId: 'first-start', key: null, replayed: false });
  print(commandsText(`${url}/api/v1`, token, documentId, tabId));
}

async function drawWelcome(app: Application, call: Call<AgentActor>): Promise<{ documentId: string; tabId: string }> {
  const { title, operations } = template;
  const document = await app.documents.create(call, { name: title, tabs: [{ name: title, theme: 'auto' }] });
  if (isProblem(document)) throw new Error(`the welcome document was refused: ${document.detail}`);
  const [tab] = document.tabs;
  if (tab === undefined) throw new Error('the welcome document has no tab');
  const body = { operations, expectedRev: 0, summary: 'Welcome to Atelier' };
  const answer = await app.changesets.apply(call, document.id, tab.id, body, { dryRun: false, pictured: false });
  if (isProblem(answer)) throw new Error(`the welcome drawing was refused: ${answer.detail}`);
  return { documentId: document.id, tabId: tab.id };
}

const signInText = (url: string, code: string, token: string): string => `
Atelier runs at ${url}

  Page   ${url}/#code=${code}
         signs you in once, within ${limits.signInCodeHours} hours
  Token  ${token}
         acts as you; it is shown only now
`;

const commandsText = (api: string, token: string, documentId: string, tabId: string): string => `
Three commands to try:

  export TOKEN=${token}
  export TAB=${api}/documents/${documentId}/tabs/${tabId}

  curl -s "$TAB?view=outline" -H "Authorization: Bearer $TOKEN"

  curl -s "$TAB/changesets?baseRev=1" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/plain' --data-binary '
  add document id=report label="Report" below:agents
  connect agents -> report label="write"'

  curl -s ${api}/documents -H "Authorization: Bearer $TOKEN"

`;
