/** Worker thread that derives what can be found in documents, and keeps those that are in use (index-thread.ts). */
import { parentPort } from 'node:worker_threads';

import { DocumentTexts } from './document-texts.ts';
import type { DerivedMessage, IndexJob } from './index-thread.ts';

const documents = new Map<string, DocumentTexts>();
const putsPerMessage = 500;

const post = (message: DerivedMessage): void => parentPort?.postMessage(message);

function forget(documentId: string): void {
  documents.get(documentId)?.destroy();
  documents.delete(documentId);
}

function derive({ documentId, updates, indexed }: IndexJob & { readonly kind: 'derive' }): void {
  let document = documents.get(documentId);
  if (indexed === null) {
    if (document === undefined) throw new Error('the document is not loaded');
    document.follow(updates);
  } else {
    forget(documentId);
    document = new DocumentTexts(updates, indexed);
    documents.set(documentId, document);
  }
  const { puts, removed, grams } = document.takeChange();
  for (let at = 0; at < puts.length; at += putsPerMessage) post({ kind: 'puts', puts: puts.slice(at, at + putsPerMessage) });
  post({ kind: 'derived', removed, grams });
}

parentPort?.on('message', (job: IndexJob) => {
  if (job.kind === 'forget') return forget(job.documentId);
  try {
    derive(job);
  } catch (error) {
    forget(job.documentId);
    post({ kind: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
