/** use-members: the people who can be assigned a card: the members of the document. */
import { useEffect, useState } from 'react';

import type { UserBadge } from '../live/people-store.ts';
import { call } from '../api/call.ts';

/** Empty until they are loaded, and for people without the right to list them. */
export function useMembers(documentId: string): readonly UserBadge[] {
  const [members, setMembers] = useState<readonly UserBadge[]>([]);
  useEffect(() => {
    const ending = new AbortController();
    call('GET /documents/:doc/members', { params: { doc: documentId }, signal: ending.signal }).then(
      (answer) => setMembers(answer.members.map(({ user: { id, name, color } }) => ({ id, name, color }))),
      () => undefined,
    );
    return () => ending.abort();
  }, [documentId]);
  return members;
}
