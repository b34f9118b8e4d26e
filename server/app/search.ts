/** Finds what the caller can read, by its words (server/search/SPEC.md). */
import { excerptOf } from '#core/search/marked-text.ts';
import { wordsOf } from '#core/search/fold-text.ts';
import { limits } from '#schema/limits.ts';
import { isProblem, problem, type Problem } from '#schema/problem.ts';
import { type SearchAnswer, type SearchQuery, type SearchResult, searchTypes } from '#schema/search.ts';
import type { AgentActor, PersonActor } from '#server/access/actor.ts';
import { authorize } from '#server/access/authorize.ts';
import type { Call } from '#server/call.ts';
import { findInDocuments } from '#server/search/find-in-documents.ts';
import { findTexts, type FoundText } from '#storage/search/find-texts.ts';
import { readableDocuments, type ReadableDocument, type Readers, revsOf } from '#storage/search/readable-documents.ts';

import { type Addresses, addressesFor } from './addresses.ts';
import type { AppContext } from './context.ts';

export type Searches = {
  /** Errors: invalid_request (cursor, no word), document_not_found. */
  find(call: Call<PersonActor | AgentActor>, query: SearchQuery): Promise<SearchAnswer | Problem>;
};

/** The last result of a page: when its document was changed, the document, and the key of the text. */
type Place = { readonly at: number; readonly id: string; readonly key: string };

export function createSearch(context: AppContext): Searches {
  return {
    async find(call, query) {
      const words = wordsOf(query.q);
      if (words.length === 0) return invalid('/q', 'contains no letter, digit or sign that can be searched for');
      const from = query.cursor === undefined ? null : decodePlace(query.cursor);
      if (query.cursor !== undefined && from === null) return invalid('/cursor', 'is not a cursor of a search');
      const readers = await readersOf(context, call, query.doc);
      if (isProblem(readers)) return readers;
      const types = query.type === undefined ? searchTypes : searchTypes.filter((type) => query.type?.split(',').includes(type));
      return findPage(context, call, { words, types, from, readers, limit: query.limit ?? limits.searchResultsDefault });
    },
  };
}

const invalid = (pointer: string, message: string): Problem =>
  problem('invalid_request', { errors: [{ in: 'query', pointer, message }] });

async function readersOf(
  { storage, now }: AppContext,
  { actor }: Call<PersonActor | AgentActor>,
  documentId: string | undefined,
): Promise<Readers | Problem> {
  const { userId } = actor;
  if (documentId === undefined) return { userId, only: actor.kind === 'agent' ? actor.documents : null };
  const access = await authorize(storage.db, actor, documentId, 'viewer', { now: now() });
  return isProblem(access) ? access : { userId, only: [documentId] };
}

type Wanted = {
  readonly words: readonly string[];
  readonly types: typeof searchTypes | readonly (typeof searchTypes)[number][];
  readonly from: Place | null;
  readonly readers: Readers;
  readonly limit: number;
};

/** Continues in the document of the last result, wherever it is by now, and then in those that were changed before it. */
async function findPage(context: AppContext, call: Call, { words, types, from, readers, limit }: Wanted): Promise<SearchAnswer> {
  const { db } = context.storage;
  const begun = from === null ? [] : await readableDocuments(db, { ...readers, only: within(readers.only, from.id) }, null);
  const following = (await readableDocuments(db, readers, from)).filter(({ id }) => id !== from?.id);
  const selection = { words, types, limit: limit + 1 };
  const found = await context.searchIndexer.read(async (search) => {
    const rest = from === null ? [] : await findTexts(search, idsOf(begun), { ...selection, after: from.key });
    return [...rest, ...(await findInDocuments(search, idsOf(following), { ...selection, limit: limit + 1 - rest.length }))];
  });
  const documents = new Map([...begun, ...following].map((document) => [document.id, document]));
  const results = await resultsOf(context, {
    texts: found.slice(0, limit),
    documents,
    words,
    addresses: addressesFor(context, call),
  });
  const last = found.length > limit ? found[limit - 1] : undefined;
  if (last === undefined) return { results, next: null };
  const at = last.documentId === from?.id ? from.at : (documents.get(last.documentId)?.at ?? 0);
  return { results, next: encodePlace({ at, id: last.documentId, key: last.key }) };
}

const idsOf = (documents: readonly ReadableDocument[]): string[] => documents.map(({ id }) => id);

const within = (only: readonly string[] | null, id: string): readonly string[] =>
  only === null || only.includes(id) ? [id] : [];

type Shown = {
  readonly texts: readonly FoundText[];
  readonly documents: ReadonlyMap<string, ReadableDocument>;
  readonly words: readonly string[];
  readonly addresses: Addresses;
};

async function resultsOf({ storage }: AppContext, { texts, documents, words, addresses }: Shown): Promise<SearchResult[]> {
  const tabIds = new Set(texts.flatMap(({ tabId }) => (tabId === null ? [] : [tabId])));
  const revs = await revsOf(storage.db, [...tabIds], [...new Set(texts.map(({ documentId }) => documentId))]);
  return texts.map(({ documentId, type, tabId, ref, target, body }) => ({
    type,
    document: { id: documentId, name: documents.get(documentId)?.name ?? '' },
    tab: tabId,
    ref: type === 'document' ? documentId : ref,
    excerpt: excerptOf(body, words, limits.excerptCharacters),
    url: addresses.place({ documentId, tabId, target }),
    rev: type === 'document' ? null : (revs.get(tabId ?? documentId) ?? 0),
  }));
}

const encodePlace = ({ at, id, key }: Place): string => Buffer.from(`${at}.${id}.${key}`).toString('base64url');

/** Null if the text is not a cursor. */
function decodePlace(cursor: string): Place | null {
  const [, at, id, key] =
    /^(\d{1,15})\.([a-z0-9_]{1,64})\.([ -~]{1,300})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return at === undefined || id === undefined || key === undefined ? null : { at: Number(at), id, key };
}
