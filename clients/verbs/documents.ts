/** Verbs for whole documents. */
import Type from 'typebox';

import { plainLine } from '#clients/text/plain.ts';
import { count, day, table } from '#clients/text/table.ts';
import { quote } from '#core/notation/quote.ts';
import type { Reply } from '#schema/api.ts';
import { DocumentListQuery, NewCopy, NewDocument } from '#schema/document-calls.ts';
import type { Document } from '#schema/document.ts';

import { findTrashed } from '#clients/service/find-document.ts';

import { placeDocument } from './folders.ts';
import { listActivity } from './activity.ts';
import { drawnAnswer, operationsForm } from './changeset-answer.ts';
import { document, documentParams } from './place.ts';
import { tabLine } from './tabs.ts';
import { type Verb, verb } from './verb.ts';

export const listDocuments = verb({
  name: 'list-documents',
  summary: 'List the documents that the token may read, the newest change first.',
  input: Type.Object({
    ...DocumentListQuery.properties,
    starred: Type.Optional(Type.Boolean({ description: 'Only those that you have starred.' })),
    trash: Type.Optional(Type.Boolean({ description: 'Your documents in the trash, each with the day on which it is deleted.' })),
  }),
  effect: 'read',
  idempotent: true,
  run: (input, service) => service.json('GET /documents', { query: queryOf(input) }),
  command: {
    usage: 'doc ls [part:q]',
    summary: 'list documents, the newest change first unless sorted otherwise',
    description: 'Lists the documents that you may read, or those whose name has this part.',
    options: { sort: {}, starred: {}, owner: {}, folder: {}, trash: {} },
    examples: ['atelier doc ls pay', 'atelier doc ls --starred --sort opened', 'atelier doc ls --trash'],
    async run(input, service) {
      const documents: Document[] = [];
      let cursor: string | undefined;
      do {
        const page: Reply<'listDocuments'> = await service.json('GET /documents', {
          query: { ...queryOf(input), limit: 100, cursor },
        });
        documents.push(...page.documents);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      return { documents, next: null };
    },
    id: ({ documents }) => documents.map(({ id }) => id).join('\n'),
    text: ({ documents }) =>
      table(
        documents.map(({ id, name, tabs, access, updatedAt, purgeAt }) =>
          purgeAt === undefined
            ? [id, name, count(tabs.length, 'tab'), access, day(updatedAt)]
            : [id, name, `until ${day(purgeAt)}`],
        ),
      ),
  },
  tool: {
    name: 'list_documents',
    title: 'List documents',
    description: 'List your documents, newest change first.',
    args: {
      q: 'Part of a name.',
      cursor: '`next` of the last answer.',
      limit: '',
      sort: '',
      starred: '',
      trash: '',
    },
    omits: ['owner', 'folder'],
    answer({ documents, next }) {
      const lines = documents.map(
        ({ id, name, access, tabs, purgeAt }) =>
          `${id} ${quote(name)} · ${purgeAt === undefined ? `${access} · ${count(tabs.length, 'tab')}` : `in the trash until ${day(purgeAt)}`}`,
      );
      const more = next === null ? {} : { foot: `more: cursor=${next}` };
      return { text: lines.join('\n') || 'no documents', ...more, rest: 'Ask for fewer with limit.' };
    },
  },
});

type ListInput = Omit<DocumentListQuery, 'trash' | 'starred'> & { readonly trash?: boolean; readonly starred?: boolean };

const queryOf = ({ trash, starred, ...query }: ListInput): DocumentListQuery => ({
  ...query,
  ...(trash === true && { trash: '1' }),
  ...(starred === true && { starred: '1' }),
});

export const readDocument = verb({
  name: 'read-document',
  summary: 'Show a document: its tabs with their revisions, how much is on them, and your access.',
  input: Type.Object(document),
  effect: 'read',
  idempotent: true,
  run: async (input, service) => service.json('GET /documents/:doc', { params: await documentParams(service, input.document) }),
  command: {
    usage: 'doc show <doc:document>',
    summary: 'show a document and its tabs',
    description: 'Shows a document, which is named by its id, by its name where only one has it, or by the address of its page.',
    examples: ['atelier doc show "Payments"'],
    id: ({ id }) => id,
    text: summary,
  },
  tool: {
    name: 'read_document',
    title: 'Read a document',
    description: 'List the tabs of a document with their revisions, how much is on them, and your access.',
    answer: (shown) => ({ text: documentLines(shown).join('\n') }),
  },
});

export const createDocument = verb({
  name: 'create-document',
  summary: 'Create a document, with the tabs that are named or one, and draw on the first.',
  input: Type.Object({ ...NewDocument.properties }),
  effect: 'write',
  idempotent: false,
  run: (body, service): Promise<Reply<'createDocument'>> => service.json('POST /documents', { body }),
  command: {
    usage: 'doc new [name]',
    summary: 'create a document with one empty tab',
    examples: ['DOC=$(atelier -q doc new "Payments")'],
    id: ({ id }) => id,
    text: (made) => summary(made),
  },
  tool: {
    name: 'create_document',
    title: 'Create a document',
    description: 'Create a document, and draw on its first tab.',
    args: {
      name: '',
      tabs: '[{"name":"Flow"}]',
      operations: operationsForm,
    },
    hasBoard: true,
    answer: (made) => drawnAnswer(documentLines(made), made.url, made),
  },
});

export const copyDocument = verb({
  name: 'copy-document',
  summary: 'Copy a document to your documents, with everything that a reader sees of it.',
  input: Type.Object({ ...document, ...NewCopy.properties }),
  effect: 'write',
  idempotent: false,
  run: async ({ document: name, ...body }, service) =>
    service.json('POST /documents/:doc/copy', { params: await documentParams(service, name), body }),
  command: { usage: 'doc copy <doc:document> [name]', id: ({ id }) => id, text: summary },
});

export const renameDocument = verb({
  name: 'rename-document',
  summary: 'Rename a document.',
  input: Type.Object({ ...document, name: Type.String({ minLength: 1 }) }),
  effect: 'write',
  idempotent: true,
  run: async ({ document: name, ...body }, service) =>
    service.json('PATCH /documents/:doc', { params: await documentParams(service, name), body }),
  command: { usage: 'doc rename <doc:document> <name>', id: ({ id }) => id, text: summary },
});

export const trashDocument = verb({
  name: 'trash-document',
  summary: 'Move a document to the trash, where it stays for 30 days.',
  input: Type.Object(document),
  effect: 'destructive',
  idempotent: true,
  run: async (input, service) =>
    service.json('DELETE /documents/:doc', { params: await documentParams(service, input.document) }),
  command: { usage: 'doc rm <doc:document>' },
});

export const restoreDocument = verb({
  name: 'restore-document',
  summary: 'Restore a document from the trash.',
  input: Type.Object(document),
  effect: 'write',
  idempotent: false,
  run: async (input, service) =>
    service.json('POST /documents/:doc/restore', { params: { doc: await findTrashed(service, input.document) } }),
  command: {
    usage: 'doc restore <doc:document>',
    description: 'Restores a document from the trash, which is named by its id, by its name, or by the address of its page.',
    id: ({ id }) => id,
    text: summary,
  },
});

/** Lines for models. */
export const documentLines = ({ id, name, url, owner, access, tabs }: Document): readonly string[] => [
  `${id} ${quote(name)} of ${quote(owner.name)} · your access: ${access} · ${url}`,
  ...tabs.map(tabLine),
];

export const documentVerbs: readonly Verb[] = [
  listDocuments,
  createDocument,
  readDocument,
  copyDocument,
  renameDocument,
  placeDocument,
  trashDocument,
  restoreDocument,
  listActivity,
];

function summary({ id, name, owner, access, tabs }: Document): string {
  const rows = tabs.map((tab) => [
    `  ${tab.id}`,
    tab.name,
    `rev ${tab.rev}`,
    count(tab.elements, 'element'),
    count(tab.arrows, 'arrow'),
    tab.locked ? 'locked' : '',
  ]);
  return `${id}  ${plainLine(name)}  of ${plainLine(owner.name)}, you: ${access}\n${table(rows)}`;
}
