/** shared-document: opening a share link: a signed-in person becomes a member, anyone else a guest under a name that they give. */
import { useCallback, useEffect, useState } from 'react';

import type { Document } from '#schema/document.ts';

import { call, failureText } from '../rest/call.ts';
import { formText } from './form-text.ts';
import type { Navigate } from '../routes.ts';

type Props = { readonly secret: string; readonly isPerson: boolean; readonly navigate: Navigate };

export function SharedDocument({ secret, isPerson, navigate }: Props) {
  const [failure, setFailure] = useState('');
  const open = useCallback(
    async (name?: string): Promise<void> => {
      try {
        const body = { secret, ...(name !== undefined && { name }) };
        const { document } = await call<{ document: Document }>('POST', '/share-links/open', { body });
        navigate({ screen: 'document', document: document.id, tab: null });
      } catch (error) {
        setFailure(failureText(error));
      }
    },
    [secret, navigate],
  );
  useEffect(() => {
    if (isPerson) void open();
  }, [isPerson, open]);
  return (
    <main className="screen-message">
      <h1>A document is shared with you</h1>
      {!isPerson && (
        <form action={(form: FormData) => open(formText(form, 'name'))}>
          <label>
            Your name, as the others will see it <input name="name" maxLength={80} required />
          </label>
          <button>Open</button>
        </form>
      )}
      <p role="alert">{failure}</p>
    </main>
  );
}
