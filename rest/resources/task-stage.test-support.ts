/** People with a document and agents, for the tests of tasks. */
import assert from 'node:assert/strict';

import type { TestAnswer, TestPerson, TestServer } from '../server.test-support.ts';

export type TaskStage = {
  readonly person: TestPerson;
  readonly cookie: string;
  readonly doc: string;
  readonly tab: string;
  readonly tokenId: string;
  /** The secret of the agent's token. */
  readonly token: string;
};

/** A person with a document and an agent, `planner`. `limits`: further members of the token's body. */
export async function taskStage(server: TestServer, name = 'Ada', limits: object = {}): Promise<TaskStage> {
  const person = await server.addPerson(name);
  const cookie = await server.signIn(person);
  const { id: doc, tab } = await server.addDocument(person.token, 'Plan');
  return { person, cookie, doc, tab, ...(await agentOf(server, cookie, 'planner', limits)) };
}

export async function agentOf(
  server: TestServer,
  cookie: string,
  handle: string | null,
  limits: object = {},
  handFrom: 'owner' | 'participants' = 'owner',
): Promise<Pick<TaskStage, 'tokenId' | 'token'>> {
  const { json } = await server.call('POST', '/tokens', { cookie, body: { name: 'Agent', access: 'full', ...limits } });
  if (handle !== null) {
    const named = await server.call('PATCH', `/tokens/${json.token.id}`, { cookie, body: { handle, handFrom } });
    assert.equal(named.status, 200, named.text);
  }
  return { tokenId: json.token.id, token: json.secret };
}

/** Hands a task to `planner` and returns its id. */
export async function handTask(server: TestServer, { doc, cookie }: TaskStage, body: object = {}): Promise<string> {
  const answer = await server.call('POST', `/documents/${doc}/tasks`, {
    cookie,
    body: { handle: 'planner', text: 'Draw it.', ...body },
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.json.id;
}

/** Claims a task and returns its lease. */
export async function claimTask(server: TestServer, { token }: Pick<TaskStage, 'token'>, task: string): Promise<string> {
  const answer = await server.call('POST', `/inbox/${task}/claim`, { token });
  assert.equal(answer.status, 200, answer.text);
  return answer.json.lease;
}

export const refusal = ({ status, json }: TestAnswer): readonly [number, string] => [status, json?.code];
