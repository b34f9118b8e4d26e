/** Verbs for the named versions of a document. */
import Type from 'typebox';

import { table } from '#clients/text/table.ts';
import { timePattern } from '#schema/calls.ts';
import { NewVersion, type Version } from '#schema/version.ts';

import { document, documentParams } from './place.ts';
import { type Verb, verb } from './verb.ts';

const Time = Type.String({
  pattern: `^${timePattern}$`,
  description: 'An earlier moment, such as 2026-11-01T12:00:00Z. Default: now.',
});

const listVersions = verb({
  name: 'list-versions',
  summary: 'List the named versions of a document.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  run: async ({ document: name }, service) =>
    service.json('GET /documents/:doc/versions', { params: await documentParams(service, name) }),
  command: {
    usage: 'version ls <doc:document>',
    id: ({ versions }) => versions.map(({ id }) => id).join('\n'),
    text: ({ versions }) => table(versions.map(row)),
  },
});

const createVersion = verb({
  name: 'create-version',
  summary: 'Name a version of a document, now or at an earlier moment. It is kept until it is deleted.',
  input: Type.Object({ ...document, name: NewVersion.properties.name, at: Type.Optional(Time) }),
  effect: 'write',
  idempotent: false,
  run: async ({ document: place, ...body }, service) =>
    service.json('POST /documents/:doc/versions', {
      params: await documentParams(service, place),
      body: { name: body.name, ...(body.at !== undefined && { at: body.at }) },
    }),
  command: {
    usage: 'version add <doc:document> <name>',
    summary: 'name a version, which is kept until it is removed',
    options: { at: { flags: '--at <time>' } },
    examples: ['atelier version add "Payments" "Before the review"'],
    id: ({ version }) => version.id,
    text: ({ version }) => table([row(version)]),
  },
});

const deleteVersion = verb({
  name: 'delete-version',
  summary: 'Delete a named version.',
  input: Type.Object({ ...document, version: Type.String({ minLength: 1, description: 'The id of the version.' }) }),
  effect: 'destructive',
  idempotent: true,
  run: async ({ document: name, version }, service) =>
    service.json('DELETE /documents/:doc/versions/:version', { params: { ...(await documentParams(service, name)), version } }),
  command: { usage: 'version rm <doc:document> <version>' },
});

export const versionVerbs: readonly Verb[] = [listVersions, createVersion, deleteVersion];

const row = ({ id, name, at, author }: Version): string[] => [id, new Date(at).toISOString(), author.name, name];
