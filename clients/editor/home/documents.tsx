/** documents: the documents of the person who is signed in. */
import { useEffect, useState } from 'react';

import type { User } from '#schema/access.ts';
import type { Document } from '#schema/document.ts';

import { call, failureText } from '../rest/call.ts';
import type { WhoStore } from '../rest/who.ts';
import { pathOf, type Navigate } from '../routes.ts';

export function Documents({ who, user, navigate }: { readonly who: WhoStore; readonly user: User; readonly navigate: Navigate }) {
  const [documents, setDocuments] = useState<readonly Document[]>([]);
  const [failure, setFailure] = useState('');
  const attempt = (action: () => Promise<void>): void => void action().catch((error: unknown) => setFailure(failureText(error)));
  const load = async (): Promise<void> => {
    const answer = await call<{ documents: Document[] }>('GET', '/documents', { query: { limit: 100 } });
    setDocuments(answer.documents);
  };
  useEffect(() => attempt(load), []);
  const make = async (): Promise<void> => {
    const { id } = await call<Document>('POST', '/documents', { body: { name: 'Untitled' } });
    navigate({ screen: 'document', document: id, tab: null });
  };
  return (
    <main className="screen-message">
      <h1>Documents</h1>
      <p>
        {user.name} <button onClick={() => attempt(() => who.signOut())}>Sign out</button>
      </p>
      <p role="alert">{failure}</p>
      <button onClick={() => attempt(make)}>New document</button>
      <ul>
        {documents.map(({ id, name }) => (
          <li key={id}>
            <a
              href={pathOf({ screen: 'document', document: id, tab: null })}
              onClick={(event) => {
                event.preventDefault();
                navigate({ screen: 'document', document: id, tab: null });
              }}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
