/**
 * Stores the secrets of share links (SPEC.md, AC27 to AC29): sealed, so that a copy of the database without the key opens no link, and
 * found by their hashes. The stored text begins with the name of its key, so that a change of SECRET_KEY is noticed.
 */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { sealedLinks } from '#storage/migrations/sealed-links.ts';
import { additionMadeAt } from '#storage/migrations/migrate.ts';
import { linksToSeal, sealShareLink, shareLinkByHash, shareLinkBySecret, type StoredShareLink } from '#storage/share-links.ts';
import type { Db, Storage } from '#storage/storage.ts';

import { seal, unseal } from './seal.ts';
import { hashSecret } from './secrets.ts';

export type LinkSealsOptions = {
  readonly storage: Storage;
  readonly now: () => number;
  readonly key: Uint8Array;
  /** They open what was sealed before SECRET_KEY was set. */
  readonly earlierKeys?: readonly Uint8Array[];
  readonly log: { warn(data: object, message: string): void };
};

const ordinary = { publish: false };

type StoredSecret = Pick<StoredShareLink, 'secret' | 'secretHash'>;

/** For as long after an update, nodes of the previous release work beside this one, and an operator can go back to it. */
const besideMs = 24 * 3_600_000;
const intervalMs = 3_600_000;
const linksPerTurn = 100;

export class LinkSeals {
  readonly #options: LinkSealsOptions;
  readonly #prefix: string;
  #isDue = false;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: LinkSealsOptions) {
    this.#options = options;
    this.#prefix = `${nameOf(options.key)}.`;
  }

  /** What the row of a new link stores. Throws what storage throws. */
  async stored(db: Db, secret: string, { publish }: Pick<StoredShareLink, 'publish'> = ordinary): Promise<StoredSecret> {
    // Nodes that do not know published links find none under this hash, and would admit guests if they could read the secret.
    if (publish) return this.#sealed(secret, { publish });
    return (await this.#mayReplace(db)) ? this.#sealed(secret) : { secret, secretHash: null };
  }

  /** Revoked and expired links, too, and no published ones. */
  find(db: Db, secret: string): Promise<StoredShareLink | null> {
    return shareLinkBySecret(db, secret, hashSecret(secret));
  }

  /** Revoked and expired links, too. */
  findPublished(db: Db, secret: string): Promise<StoredShareLink | null> {
    return shareLinkByHash(db, publishedHash(secret));
  }

  /** Null if it was sealed with another key: the link works, but its secret cannot be read again. */
  reveal({ secret, secretHash }: StoredSecret): string | null {
    if (secretHash === null) return secret;
    const { key, earlierKeys = [] } = this.#options;
    const [name = '', ...rest] = secret.split('.');
    const used = [key, ...earlierKeys].find((one) => nameOf(one) === name);
    return used === undefined ? null : unseal(used, rest.join('.'));
  }

  /** Seals what is readable or sealed with an earlier key, now and every hour. */
  start(): void {
    const run = (): void =>
      void this.sealAll().catch((error: unknown) => {
        if (!this.#stopped) this.#options.log.warn({ err: error }, 'share links could not be sealed yet');
      });
    this.#timer = setInterval(run, intervalMs);
    this.#timer.unref();
    run();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  /** Returns how many links it sealed. Throws what storage throws. */
  async sealAll(): Promise<number> {
    const { storage, log } = this.#options;
    if (!(await this.#mayReplace(storage.db))) return 0;
    let [sealed, lost, after] = [0, 0, ''];
    while (!this.#stopped) {
      const links = await linksToSeal(storage.db, this.#prefix, after, linksPerTurn);
      const last = links.at(-1);
      if (last === undefined) break;
      after = last.id;
      await storage.transact(async (tx) => {
        for (const link of links) {
          const secret = this.reveal(link);
          if (secret === null) {
            lost += 1;
            continue;
          }
          const { secret: text, secretHash } = this.#sealed(secret, link);
          await sealShareLink(tx, link, text, secretHash);
          sealed += 1;
        }
      });
      await nextTurn();
    }
    if (lost > 0)
      log.warn({ links: lost }, 'share links were sealed with another SECRET_KEY: they work, but cannot be shown again');
    return sealed;
  }

  #sealed(secret: string, { publish }: Pick<StoredShareLink, 'publish'> = ordinary): { secret: string; secretHash: string } {
    const secretHash = publish ? publishedHash(secret) : hashSecret(secret);
    return { secret: `${this.#prefix}${seal(this.#options.key, secret)}`, secretHash };
  }

  /** Only nodes that share a database can be of two releases. */
  async #mayReplace(db: Db): Promise<boolean> {
    if (this.#isDue) return true;
    const { storage, now } = this.#options;
    const madeAt = storage.dialect === 'postgres' ? await additionMadeAt(db, sealedLinks) : null;
    this.#isDue = madeAt === null || now() >= madeAt + besideMs;
    return this.#isDue;
  }
}

const publishedHash = (secret: string): string => hashSecret(`published ${secret}`);

const nameOf = (key: Uint8Array): string =>
  createHash('sha256').update('atelier seal name').update(key).digest('hex').slice(0, 12);
