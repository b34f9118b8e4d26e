import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { limits } from '#schema/limits.ts';

import { type Config, ConfigError, readConfig, readStorage } from './config.ts';

/** The configuration of these settings, or the message with which they are refused. */
function configOrMessage(env: Record<string, string>): unknown {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

const origin = 'must be scheme, host and port only, such as https://atelier.example.org.';
const web = 'must be an address that starts with http:// or https://.';

const outbound =
  'OUTBOUND_ALLOW must be hosts, addresses or networks without scheme and port, such as hooks.internal or 10.0.0.0/8.';
const hosts = 'ALLOWED_HOSTS must be host names without scheme and port, such as atelier.example.org.';

describe('config', () => {
  test('[OPS1] without settings: loopback, SQLite in ./data, the documented limits', () => {
    const defaults = {
      host: '127.0.0.1',
      port: 4100,
      publicUrl: null,
      allowedOrigins: [],
      allowedHosts: [],
      outboundAllow: [],
      secretKey: null,
      storage: { dataDir: resolve('data') },
      redisUrl: null,
      rateLimit: 1_200,
      editors: limits.editors,
      documents: limits.openDocuments,
      loopPercent: { ...limits.loopPercent, perLink: limits.loopPercentPerLink },
      bytesPerSecond: { ...limits.bytesPerSecond, perLink: limits.bytesPerSecondPerLink },
      readers: limits.publishedReaders,
      embedOrigins: [],
      overloadMs: limits.overloadMs,
      pastDays: 30,
      shutdownMs: 10_000,
      trustProxy: false,
      logLevel: 'info',
      metricsToken: null,
      blobs: { folder: resolve('data/images') },
      gallery: { images: limits.galleryImages, bytes: limits.galleryBytes },
      documentMemory: null,
      fontDir: null,
      openId: null,
    };
    expect(readConfig({})).toEqual(defaults);
    const empty = Object.fromEntries(documented().map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(defaults);
  });

  test('a secret key that is too short is refused', () => {
    expect(() => readConfig({ SECRET_KEY: 'x'.repeat(31) })).toThrow(/SECRET_KEY must have at least 32 characters/);
    expect(readConfig({ SECRET_KEY: 'x'.repeat(32) }).secretKey).toHaveLength(32);
  });

  test('an OpenID provider needs all of its settings, HTTPS, and PUBLIC_URL', () => {
    const openId = { OIDC_ISSUER: 'https://id.example.org/realm', OIDC_CLIENT_ID: 'atelier', OIDC_CLIENT_SECRET: 'hunter2' };
    const whole = { ...openId, PUBLIC_URL: 'https://atelier.example.org' };
    const settings = { issuer: 'https://id.example.org/realm', clientId: 'atelier', clientSecret: 'hunter2' };
    expect(readConfig(whole).openId).toEqual({ ...settings, name: 'id.example.org', signUp: true });
    expect(readConfig({ ...whole, OIDC_NAME: 'Example', OIDC_SIGN_UP: 'off' }).openId).toMatchObject({
      name: 'Example',
      signUp: false,
    });
    const bad: Record<string, string>[] = [
      openId,
      { ...whole, OIDC_CLIENT_SECRET: '' },
      { ...whole, OIDC_ISSUER: 'http://id.example.org' },
      { ...whole, OIDC_ISSUER: 'id.example.org' },
      { ...whole, OIDC_SIGN_UP: 'maybe' },
    ];
    for (const env of bad) expect(() => readConfig(env)).toThrow(ConfigError);
    expect(readConfig({ ...whole, OIDC_ISSUER: 'http://127.0.0.1:9000' }).openId).toMatchObject({ name: '127.0.0.1' });
  });

  test.each<[name: string, value: string, setting: object]>([
    ['HOST', '::1', { host: '::1' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['PUBLIC_URL', 'https://atelier.example.org', { publicUrl: 'https://atelier.example.org' }],
    ['PUBLIC_URL', 'HTTPS://Atelier.Example.org:443/', { publicUrl: 'https://atelier.example.org' }],
    ['PUBLIC_URL', 'http://[::1]:4100', { publicUrl: 'http://[::1]:4100' }],
    [
      'ALLOWED_ORIGINS',
      'https://a.example, http://b.example:81/ ,',
      { allowedOrigins: ['https://a.example', 'http://b.example:81'] },
    ],
    ['ALLOWED_HOSTS', 'Atelier.Example.org, [::2] ,', { allowedHosts: ['atelier.example.org', '[::2]'] }],
    ['OUTBOUND_ALLOW', 'hooks.internal, 10.0.0.0/8,', { outboundAllow: ['hooks.internal', '10.0.0.0/8'] }],
    ['DATA_DIR', '/srv/atelier', { storage: { dataDir: '/srv/atelier' } }],
    ['DATABASE_URL', 'postgres://u:p@db/atelier', { storage: { databaseUrl: 'postgres://u:p@db/atelier', poolSize: 20 } }],
    [
      'DATABASE_URL',
      'postgresql:///atelier?host=/var/run/postgresql',
      { storage: { databaseUrl: 'postgresql:///atelier?host=/var/run/postgresql', poolSize: 20 } },
    ],
    ['REDIS_URL', 'redis://:p@cache:6379/2', { redisUrl: 'redis://:p@cache:6379/2' }],
    ['REDIS_URL', 'rediss://cache', { redisUrl: 'rediss://cache' }],
    ['RATE_LIMIT', 'off', { rateLimit: null }],
    ['RATE_LIMIT', '5', { rateLimit: 5 }],
    ['EDITORS_PER_PERSON', '5', { editors: { perPerson: 5, perAddress: limits.editors.perAddress } }],
    ['EDITORS_PER_ADDRESS', 'off', { editors: { perPerson: limits.editors.perPerson, perAddress: null } }],
    ['OVERLOAD_MS', 'off', { overloadMs: null }],
    ['READERS_PER_NODE', 'off', { readers: { ...limits.publishedReaders, perNode: null } }],
    ['EMBED_ORIGINS', '*', { embedOrigins: '*' }],
    [
      'EMBED_ORIGINS',
      'https://wiki.example.org, https://blog.example.org:8443 https://wiki.example.org',
      { embedOrigins: ['https://wiki.example.org', 'https://blog.example.org:8443'] },
    ],
    ['SHUTDOWN_S', '600', { shutdownMs: 600_000 }],
    ['TRUST_PROXY', '0', { trustProxy: false }],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['FONT_DIR', '/usr/share/fonts', { fontDir: '/usr/share/fonts' }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ])('%s=%s is accepted', (name, value, setting) => {
    expect(readConfig({ [name]: value })).toMatchObject(setting);
  });

  test.each<[name: string, value: string, message: string]>([
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', ' 80', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '1e3', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '٤١٠٠', 'PORT must be a whole number from 0 to 65535.'],
    ['PUBLIC_URL', 'atelier.example.org', `PUBLIC_URL ${web}`],
    ['PUBLIC_URL', 'ftp://atelier.example.org', `PUBLIC_URL ${web}`],
    ['PUBLIC_URL', 'https://', `PUBLIC_URL ${web}`],
    ['PUBLIC_URL', 'https://example.org/atelier', `PUBLIC_URL ${origin}`],
    ['PUBLIC_URL', 'https://example.org/?a', `PUBLIC_URL ${origin}`],
    ['PUBLIC_URL', 'https://ada:hunter2@example.org', `PUBLIC_URL ${origin}`],
    ['ALLOWED_ORIGINS', 'https://a.example,*', `ALLOWED_ORIGINS ${web}`],
    ['ALLOWED_ORIGINS', 'null', `ALLOWED_ORIGINS ${web}`],
    ['EMBED_ORIGINS', '* https://a.example', `EMBED_ORIGINS ${web}`],
    ['EMBED_ORIGINS', 'https://a.example/x', `EMBED_ORIGINS ${origin}`],
    ['ALLOWED_ORIGINS', 'https://a.example/x', `ALLOWED_ORIGINS ${origin}`],
    ['ALLOWED_HOSTS', 'https://a.example', hosts],
    ['ALLOWED_HOSTS', 'a.example:4100', hosts],
    ['OUTBOUND_ALLOW', 'https://a.example', outbound],
    ['OUTBOUND_ALLOW', '10.0.0.0/33', outbound],
    ['DATABASE_URL', 'mysql://db/x', 'DATABASE_URL must be an address that starts with postgres:// or postgresql://.'],
    ['DATABASE_URL', 'postgres:db', 'DATABASE_URL must be an address that starts with postgres:// or postgresql://.'],
    ['REDIS_URL', 'cache:6379', 'REDIS_URL must be an address that starts with redis:// or rediss://.'],
    ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must be 16 to 200 printable characters without spaces.'],
    ['RATE_LIMIT', '0', 'RATE_LIMIT must be a whole number from 1 to 1000000, or off.'],
    ['RATE_LIMIT', 'none', 'RATE_LIMIT must be a whole number from 1 to 1000000, or off.'],
    ['SHUTDOWN_S', '0', 'SHUTDOWN_S must be a whole number from 1 to 600.'],
    ['SHUTDOWN_S', '1.5', 'SHUTDOWN_S must be a whole number from 1 to 600.'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must be a whole number from 0 to 10.'],
    ['LOG_LEVEL', 'verbose', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    ['LOG_LEVEL', 'constructor', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
  ])('%s=%s is refused with one line that does not repeat it', (name, value, message) => {
    expect(configOrMessage({ [name]: value })).toBe(message);
  });

  test('[OPS2] BLOB_URL is a folder or a bucket of any S3 store; a bucket needs its keys, which no message repeats', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'me', AWS_SECRET_ACCESS_KEY: 'hunter2' };
    const blobsOf = (blobUrl: string, more: Record<string, string> = keys) => {
      const config = configOrMessage({ BLOB_URL: blobUrl, ...more });
      return typeof config === 'string' ? config : (config as Config).blobs;
    };
    const bucket = { region: 'us-east-1', accessKeyId: 'me', secretAccessKey: 'hunter2' };
    expect(blobsOf('file:///srv/images')).toEqual({ folder: '/srv/images' });
    expect(blobsOf('https://s3.example.org/atelier/')).toEqual({ bucket: { ...bucket, url: 'https://s3.example.org/atelier' } });
    expect(blobsOf('http://minio:9000/atelier/images')).toEqual({
      bucket: { ...bucket, url: 'http://minio:9000/atelier/images' },
    });
    const amazon = { ...bucket, region: 'eu-central-1', url: 'https://pictures.s3.eu-central-1.amazonaws.com/atelier' };
    expect(blobsOf('s3://pictures/atelier', { ...keys, AWS_REGION: 'eu-central-1' })).toEqual({ bucket: amazon });
    expect(configOrMessage({ DATABASE_URL: 'postgres://db/x' })).toMatchObject({ blobs: 'database' });
    const form =
      'BLOB_URL must be s3://bucket/prefix or https://host/bucket/prefix, without keys, which have their own settings.';
    for (const wrong of ['https://me:hunter2@s3.example.org/atelier', 'https://s3.example.org', 's3://pictures/?region=x'])
      expect(blobsOf(wrong)).toBe(form);
    expect(blobsOf('file://host/srv/images')).toContain('a folder on this machine');
    expect(blobsOf('ftp://host/images')).toContain('must be an address that starts with');
    expect(blobsOf('s3://pictures', { AWS_ACCESS_KEY_ID: 'me' })).toContain('AWS_SECRET_ACCESS_KEY');
    expect(blobsOf('s3://pictures', { ...keys, AWS_REGION: 'evil.example/' })).toContain('AWS_REGION');
  });

  test('DATABASE_POOL is ignored without PostgreSQL', () => {
    expect(readStorage({ DATABASE_URL: 'postgres://db/x', DATABASE_POOL: '2' })).toMatchObject({ poolSize: 2 });
    expect(configOrMessage({ DATABASE_URL: 'postgres://db/x', DATABASE_POOL: '1' })).toBe(
      'DATABASE_POOL must be a whole number from 2 to 500.',
    );
    expect(readStorage({ DATABASE_POOL: '1' })).toEqual({ dataDir: resolve('data') });
  });

  test('[OPS1] docs/operations.md documents exactly the settings that the code reads', () => {
    const source = readFileSync(new URL('config.ts', import.meta.url), 'utf8');
    const read = [...source.matchAll(/'([A-Z][A-Z_]+)'/g)].map(([, name = '']) => name);
    expect(new Set(documented())).toEqual(new Set(read));
  });
});

/** The names in the first column of the guide's table of settings. */
function documented(): string[] {
  const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const rows = guide.slice(0, guide.indexOf('## Accounts')).matchAll(/^\| (`[^|]*) \|/gm);
  return [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}
