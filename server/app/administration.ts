/** What administrators do over REST, in a session only (SPEC.md, APP219 to APP224). */
import type { AuditEntry, AuditQuery, NewPerson, PeopleQuery, Person, PersonPatch, StorageUsage } from '#schema/admin-calls.ts';
import type { Token } from '#schema/access.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import type { PersonActor } from '#server/access/actor.ts';
import { hashPassword } from '#server/access/secrets.ts';
import type { Call } from '#server/call.ts';
import { listAudit } from '#storage/audit.ts';
import { isAdministrator, listPeople, personById, type StoredPerson } from '#storage/people.ts';
import { deleteSecondFactor } from '#storage/second-factors.ts';
import type { Db } from '#storage/storage.ts';
import { listTokens, revokeToken } from '#storage/tokens.ts';
import { storageUsage } from '#storage/usage.ts';
import { userById } from '#storage/users.ts';

import { addAccount, addCode, changeAdministrator, setActive } from './accounts.ts';
import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { publicToken } from './tokens.ts';

/** All methods: administrator_required. Those about a person: user_not_found. */
export type Administration = {
  listPeople(call: Call<PersonActor>, query: PeopleQuery): Promise<{ people: readonly Person[]; next: string | null } | Problem>;
  /** Errors: email_taken, invalid_request for a password without an address. */
  addPerson(call: Call<PersonActor>, body: NewPerson): Promise<{ readonly person: Person } | Problem>;
  /** Errors: last_administrator. */
  changePerson(call: Call<PersonActor>, userId: string, body: PersonPatch): Promise<{ readonly person: Person } | Problem>;
  createSignInCode(
    call: Call<PersonActor>,
    userId: string,
  ): Promise<{ readonly url: string; readonly expiresAt: number } | Problem>;
  /** Errors: second_factor_off. */
  resetSecondFactor(call: Call<PersonActor>, userId: string): Promise<null | Problem>;
  listTokens(call: Call<PersonActor>, userId: string): Promise<{ readonly tokens: readonly Token[] } | Problem>;
  /** Errors: token_not_found. */
  revokeToken(call: Call<PersonActor>, userId: string, tokenId: string): Promise<null | Problem>;
  audit(call: Call<PersonActor>, query: AuditQuery): Promise<{ entries: readonly AuditEntry[]; next: string | null } | Problem>;
  storage(call: Call<PersonActor>): Promise<StorageUsage | Problem>;
};

const defaultLimit = 50;

export function createAdministration(context: AppContext): Administration {
  const { storage, now, credentialsChanged, publicUrl } = context;
  const { db } = storage;
  return {
    listPeople: (call, { q = '', limit = defaultLimit, cursor = null }) =>
      reading(call, async () => {
        const { people, next } = await listPeople(db, { search: q.trim(), before: cursor, limit });
        return { people: people.map(shownPerson), next };
      }),

    async addPerson(call, { name, email, color, password }) {
      if (password !== undefined && email === undefined) return withoutAddress;
      // The actor is checked before a password is hashed, which is expensive, and again in the transaction.
      if (!(await isAdministrator(db, call.actor.userId))) return problem('administrator_required');
      const passwordHash = password === undefined ? null : await hashPassword(password);
      return writing<{ readonly person: Person }>(
        call,
        { action: 'user.create', subjectOf: ({ person }) => person.id },
        async (tx) => {
          const id = await addAccount(tx, { name: name.trim(), email: email ?? null, color, passwordHash }, now());
          return isProblem(id) ? id : answerOf(tx, id);
        },
      );
    },

    async changePerson(call, userId, { administrator, active }) {
      const action = active === undefined ? 'user.change-administrator' : active ? 'user.reactivate' : 'user.deactivate';
      const result = await writing<{ readonly person: Person }>(call, { action, subjectOf: () => userId }, async (tx) => {
        if ((await userById(tx, userId)) === null) return problem('user_not_found');
        const refusal =
          (administrator === undefined ? null : await changeAdministrator(tx, userId, administrator)) ??
          (active === undefined ? null : await setActive(tx, userId, active, now()));
        return refusal ?? answerOf(tx, userId);
      });
      if (!isProblem(result)) credentialsChanged();
      return result;
    },

    createSignInCode: (call, userId) =>
      writing<{ readonly url: string; readonly expiresAt: number }>(
        call,
        { action: 'sign-in-code.create', subjectOf: () => userId, secret: true },
        async (tx) => {
          if ((await userById(tx, userId)) === null) return problem('user_not_found');
          const { page, expiresAt } = await addCode(tx, userId, now());
          return { url: `${call.origin ?? publicUrl}${page}`, expiresAt };
        },
      ),

    resetSecondFactor: (call, userId) =>
      writing<null>(call, { action: 'second-factor.disable', subjectOf: () => userId }, async (tx) => {
        if ((await userById(tx, userId)) === null) return problem('user_not_found');
        return (await deleteSecondFactor(tx, userId)) ? null : problem('second_factor_off');
      }),

    listTokens: (call, userId) =>
      reading(call, async () => {
        if ((await userById(db, userId)) === null) return problem('user_not_found');
        return { tokens: (await listTokens(db, userId, now())).map(publicToken) };
      }),

    async revokeToken(call, userId, tokenId) {
      const result = await writing<null>(call, { action: 'token.revoke', subjectOf: () => tokenId }, async (tx) => {
        if ((await userById(tx, userId)) === null) return problem('user_not_found');
        return (await revokeToken(tx, tokenId, userId, now())) ? null : problem('token_not_found');
      });
      if (!isProblem(result)) credentialsChanged();
      return result;
    },

    audit: (call, { person, action, limit = defaultLimit, cursor }) =>
      reading(call, async () => {
        const { entries, next } = await listAudit(db, {
          ...(person !== undefined && { userId: person }),
          ...(action !== undefined && { action }),
          before: cursor === undefined ? null : Number(cursor),
          limit,
        });
        const named = new Map<string, string>();
        for (const id of new Set(entries.flatMap(({ userId, subject }) => [userId ?? [], subject ?? []].flat()))) {
          const user = await userById(db, id);
          if (user !== null) named.set(id, user.name);
        }
        const nameOf = (id: string | null): string | null => (id === null ? null : (named.get(id) ?? null));
        const shown = entries.map(({ position: _position, actorKind, ...entry }) => ({
          ...entry,
          by: actorKind,
          name: nameOf(entry.userId) ?? entry.userId,
          subjectName: nameOf(entry.subject),
        }));
        return { entries: shown, next: next === null ? null : String(next) };
      }),

    storage: (call) => reading(call, () => storageUsage(db)),
  };

  async function reading<T>(call: Call<PersonActor>, read: () => Promise<T | Problem>): Promise<T | Problem> {
    return (await isAdministrator(db, call.actor.userId)) ? read() : problem('administrator_required');
  }

  function writing<T>(
    call: Call<PersonActor>,
    { action, subjectOf, secret = false }: { action: string; subjectOf: (value: T) => string; secret?: boolean },
    work: (tx: Db) => Promise<T | Problem>,
  ): Promise<T | Problem> {
    return commit<T>(context, call, { action, secret, about: (value) => ({ subject: subjectOf(value) }) }, async (tx) =>
      (await isAdministrator(tx, call.actor.userId)) ? work(tx) : problem('administrator_required'),
    );
  }
}

const withoutAddress = problem('invalid_request', {
  hint: 'People sign in with an email address and a password: send both, or neither.',
  errors: [{ in: 'body', pointer: '/password', message: 'needs an email address' }],
});

async function answerOf(tx: Db, userId: string): Promise<{ readonly person: Person } | Problem> {
  const person = await personById(tx, userId);
  return person === null ? problem('user_not_found') : { person: shownPerson(person) };
}

const shownPerson = (person: StoredPerson): Person => ({
  id: person.id,
  name: person.name,
  color: person.color,
  ...(person.email !== null && { email: person.email }),
  createdAt: person.createdAt,
  administrator: person.isAdministrator,
  active: person.deactivatedAt === null,
  hasPassword: person.hasPassword,
  secondFactor: person.hasSecondFactor,
});
