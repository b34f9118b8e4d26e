/** The settings from the environment, read and validated before anything starts (SPEC.md, OPS1 and OPS2). */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { limits } from '#schema/limits.ts';
import type { PerCaller } from '#server/budgets/budget-holders.ts';
import type { ReaderLimits } from '#server/published/reader-budget.ts';
import type { OpenIdSettings } from '#server/access/openid.ts';
import { isAllowEntry } from '#server/outbound/allow-list.ts';
import type { BlobStore } from '#storage/blobs/blobs.ts';
import type { Bucket } from '#storage/blobs/bucket-blobs.ts';

export type StorageChoice = { readonly dataDir: string } | { readonly databaseUrl: string; readonly poolSize: number };

export type Config = {
  readonly host: string;
  readonly port: number;
  /** The address of the installation for people, without a trailing slash; null: taken from each request. */
  readonly publicUrl: string | null;
  readonly allowedOrigins: readonly string[];
  /** Host names (without port) under which the tool server may be called, besides this machine's and PUBLIC_URL's. */
  readonly allowedHosts: readonly string[];
  /** Hosts, addresses and networks that the server may call although they are not on the internet. */
  readonly outboundAllow: readonly string[];
  /** Seals the secrets of webhooks; null: a key in the data folder does, or in the database. */
  readonly secretKey: string | null;
  readonly storage: StorageChoice;
  readonly redisUrl: string | null;
  /** Calls per minute and token; null: no limit. */
  readonly rateLimit: number | null;
  /** Sockets of editors that a person, and an address, may have on this node; null: no limit. */
  readonly editors: PerCaller;
  /** Documents that they may have open on this node. */
  readonly documents: PerCaller;
  /** Percent of the event loop's time that calls and messages of a person, and of an address, may take. */
  readonly loopPercent: PerCaller;
  readonly bytesPerSecond: PerCaller;
  /** Readers of published boards on this node. */
  readonly readers: ReaderLimits;
  /** The origins whose pages may have published boards in frames; `*`: any. */
  readonly embedOrigins: readonly string[] | '*';
  /** The lateness of the event loop above which expensive reads are refused, ms; null: never. */
  readonly overloadMs: number | null;
  /** How many days each moment of a document can be read. */
  readonly pastDays: number;
  readonly shutdownMs: number;
  /** The number of proxies that add to X-Forwarded-For; false: none, and the header is ignored. */
  readonly trustProxy: number | false;
  readonly logLevel: string;
  /** The bearer token for /metrics; null: only callers on this machine get them. */
  readonly metricsToken: string | null;
  /** Where uploaded images are stored. */
  readonly blobs: BlobStore;
  /** The maximum of one person's gallery. */
  readonly gallery: { readonly images: number; readonly bytes: number };
  /** Bytes of memory for loaded documents; null: derived from the heap size of the process. */
  readonly documentMemory: number | null;
  /** The folder with the operator's fonts. */
  readonly fontDir: string | null;
  /** Null: people sign in with passwords and codes only. */
  readonly openId: OpenIdSettings | null;
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function readConfig(env: Environment): Config {
  const publicUrl = env['PUBLIC_URL'] ? originOf('PUBLIC_URL', env['PUBLIC_URL']) : null;
  return {
    host: env['HOST'] || '127.0.0.1',
    port: integer(env, 'PORT', 4100, 0, 65_535),
    publicUrl,
    allowedOrigins: listOf(env['ALLOWED_ORIGINS']).map((origin) => originOf('ALLOWED_ORIGINS', origin)),
    allowedHosts: listOf(env['ALLOWED_HOSTS']).map((host) => hostOf('ALLOWED_HOSTS', host)),
    outboundAllow: readOutboundAllow(env),
    secretKey: readSecretKey(env),
    storage: readStorage(env),
    redisUrl: env['REDIS_URL'] ? url('REDIS_URL', env['REDIS_URL'], ['redis:', 'rediss:']) : null,
    rateLimit: limitOf(env, 'RATE_LIMIT', limits.callsPerMinutePerToken),
    editors: perCaller(env, ['EDITORS_PER_PERSON', limits.editors.perPerson], ['EDITORS_PER_ADDRESS', limits.editors.perAddress]),
    documents: perCaller(
      env,
      ['DOCUMENTS_PER_PERSON', limits.openDocuments.perPerson],
      ['DOCUMENTS_PER_ADDRESS', limits.openDocuments.perAddress],
    ),
    loopPercent: {
      ...perCaller(
        env,
        ['LOOP_PERCENT_PER_PERSON', limits.loopPercent.perPerson],
        ['LOOP_PERCENT_PER_ADDRESS', limits.loopPercent.perAddress],
        100,
      ),
      perLink: limitOf(env, 'LOOP_PERCENT_PER_LINK', limits.loopPercentPerLink, 100),
    },
    bytesPerSecond: {
      ...perCaller(
        env,
        ['BYTES_PER_PERSON', limits.bytesPerSecond.perPerson],
        ['BYTES_PER_ADDRESS', limits.bytesPerSecond.perAddress],
        1e12,
      ),
      perLink: limitOf(env, 'BYTES_PER_LINK', limits.bytesPerSecondPerLink, 1e12),
    },
    readers: {
      perLink: limitOf(env, 'READERS_PER_LINK', limits.publishedReaders.perLink),
      perAddress: limitOf(env, 'READERS_PER_ADDRESS', limits.publishedReaders.perAddress),
      perNode: limitOf(env, 'READERS_PER_NODE', limits.publishedReaders.perNode),
    },
    embedOrigins: readEmbedOrigins(env),
    overloadMs: limitOf(env, 'OVERLOAD_MS', limits.overloadMs),
    pastDays: readPastDays(env),
    shutdownMs: integer(env, 'SHUTDOWN_S', 10, 1, 600) * 1_000,
    trustProxy: integer(env, 'TRUST_PROXY', 0, 0, 10) || false,
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', logLevels),
    metricsToken: readMetricsToken(env),
    blobs: readBlobs(env),
    gallery: {
      images: integer(env, 'GALLERY_MAX_IMAGES', limits.galleryImages, 0, 10_000_000),
      bytes: integer(env, 'GALLERY_MAX_BYTES', limits.galleryBytes, 0, Number.MAX_SAFE_INTEGER),
    },
    documentMemory: env['DOCUMENT_MEMORY_MB'] ? integer(env, 'DOCUMENT_MEMORY_MB', 0, 1, 1_000_000) * 1024 * 1024 : null,
    fontDir: env['FONT_DIR'] ? resolve(env['FONT_DIR']) : null,
    openId: readOpenId(env, publicUrl),
  };
}

/** Also read by the administration. */
export const readPastDays = (env: Environment): number => integer(env, 'PAST_DAYS', limits.pastDays, 1, 3_650);

function readSecretKey(env: Environment): string | null {
  const key = env['SECRET_KEY'];
  if (key && key.length < 32)
    throw new ConfigError('SECRET_KEY must have at least 32 characters: openssl rand -base64 32 prints one.');
  return key || null;
}

/** Separated by spaces or commas. */
function readEmbedOrigins(env: Environment): readonly string[] | '*' {
  const entries = (env['EMBED_ORIGINS'] ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  if (entries.length === 1 && entries[0] === '*') return '*';
  return [...new Set(entries.map((entry) => originOf('EMBED_ORIGINS', entry)))];
}

function readOutboundAllow(env: Environment): string[] {
  const entries = listOf(env['OUTBOUND_ALLOW']);
  if (!entries.every(isAllowEntry))
    throw new ConfigError(
      'OUTBOUND_ALLOW must be hosts, addresses or networks without scheme and port, such as hooks.internal or 10.0.0.0/8.',
    );
  return entries;
}

function readMetricsToken(env: Environment): string | null {
  const token = env['METRICS_TOKEN'];
  if (token && !/^[\x21-\x7e]{16,200}$/.test(token))
    throw new ConfigError('METRICS_TOKEN must be 16 to 200 printable characters without spaces.');
  return token || null;
}

function readOpenId(env: Environment, publicUrl: string | null): OpenIdSettings | null {
  const issuer = env['OIDC_ISSUER'];
  const clientId = env['OIDC_CLIENT_ID'];
  const clientSecret = env['OIDC_CLIENT_SECRET'];
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret)
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.');
  if (publicUrl === null) throw new ConfigError('OIDC_ISSUER needs PUBLIC_URL: the provider redirects people there.');
  const address = new URL(url('OIDC_ISSUER', issuer, ['https:', 'http:']));
  if (address.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(address.hostname))
    throw new ConfigError('OIDC_ISSUER must be https, unless it is on this machine.');
  const signUp = oneOf(env, 'OIDC_SIGN_UP', 'on', ['on', 'off']) === 'on';
  return { issuer, clientId, clientSecret, name: env['OIDC_NAME'] || address.hostname, signUp };
}

/** The folder for images of an embedded installation. */
export const embeddedImages = (dataDir: string): string => join(dataDir, 'images');

/** By default beside the SQLite database, or inside the PostgreSQL database. BLOB_URL names a folder or a bucket that every node can reach. */
export function readBlobs(env: Environment): BlobStore {
  const text = env['BLOB_URL'];
  const storage = readStorage(env);
  if (!text) return 'dataDir' in storage ? { folder: embeddedImages(storage.dataDir) } : 'database';
  const address = new URL(url('BLOB_URL', text, ['file:', 's3:', 'https:', 'http:']));
  if (address.protocol !== 'file:') return { bucket: bucketOf(env, address) };
  if (address.host !== '')
    throw new ConfigError('BLOB_URL must name a folder on this machine, such as file:///var/lib/atelier/images.');
  return { folder: fileURLToPath(address) };
}

/** `s3://bucket/prefix` is a bucket of Amazon S3; any other store has an address: `https://s3.example.org/bucket/prefix`. */
function bucketOf(env: Environment, address: URL): Bucket {
  const { protocol, host, pathname, username, password, search, hash } = address;
  const path = pathname.replace(/\/$/, '');
  const isAmazon = protocol === 's3:';
  if (username !== '' || password !== '' || search !== '' || hash !== '' || host === '' || (path === '' && !isAmazon))
    throw new ConfigError(
      'BLOB_URL must be s3://bucket/prefix or https://host/bucket/prefix, without keys, which have their own settings.',
    );
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']];
  if (!accessKeyId || !secretAccessKey)
    throw new ConfigError('A bucket in BLOB_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const region = env['AWS_REGION'] || 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new ConfigError('AWS_REGION must be the name of a region, such as eu-central-1.');
  const bucketUrl = isAmazon ? `https://${host}.s3.${region}.amazonaws.com${path}` : `${protocol}//${host}${path}`;
  return { url: bucketUrl, region, accessKeyId, secretAccessKey };
}

/** Where the data is; all that the administration needs from the environment. */
export function readStorage(env: Environment): StorageChoice {
  const databaseUrl = env['DATABASE_URL'];
  if (databaseUrl)
    return {
      databaseUrl: url('DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:']),
      poolSize: integer(env, 'DATABASE_POOL', 20, 2, 500),
    };
  return { dataDir: resolve(env['DATA_DIR'] || './data') };
}

/** `or`: a word that is accepted, too, and handled by the caller. */
function integer(env: Environment, name: string, fallback: number, min: number, max: number, or?: string): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}${or === undefined ? '' : `, or ${or}`}.`);
  return value;
}

/** A positive number, or null for `off`. */
const limitOf = (env: Environment, name: string, fallback: number, max = 1_000_000): number | null =>
  env[name] === 'off' ? null : integer(env, name, fallback, 1, max, 'off');

type NamedDefault = readonly [name: string, fallback: number];
const perCaller = (env: Environment, person: NamedDefault, address: NamedDefault, max?: number): PerCaller => ({
  perPerson: limitOf(env, ...person, max),
  perAddress: limitOf(env, ...address, max),
});

function oneOf(env: Environment, name: string, fallback: string, allowed: readonly string[]): string {
  const text = env[name] || fallback;
  if (!allowed.includes(text)) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}.`);
  return text;
}

function url(name: string, text: string, protocols: readonly string[]): string {
  const starts = protocols.map((protocol) => `${protocol}//`);
  if (!URL.canParse(text) || !starts.some((start) => text.toLowerCase().startsWith(start)))
    throw new ConfigError(`${name} must be an address that starts with ${starts.join(' or ')}.`);
  return text;
}

function originOf(name: string, text: string): string {
  const { origin, href } = new URL(url(name, text, ['http:', 'https:']));
  if (href !== `${origin}/`)
    throw new ConfigError(`${name} must be scheme, host and port only, such as https://atelier.example.org.`);
  return origin;
}

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function hostOf(name: string, text: string): string {
  const host = text.toLowerCase();
  if (!/^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])$/.test(host))
    throw new ConfigError(`${name} must be host names without scheme and port, such as atelier.example.org.`);
  return host;
}
