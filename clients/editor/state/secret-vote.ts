/**
 * secret-vote: while a person places votes in a private vote, others see neither their pointer nor their selection, which would show
 * what they vote for.
 */
import type { Editor } from './editor.ts';

type Voter = Pick<Editor, 'vote' | 'tool' | 'selection' | 'session'>;

export function votesInSecret({ vote, tool }: Pick<Voter, 'vote' | 'tool'>): boolean {
  const shown = vote.get();
  return shown !== null && shown.private && shown.endedAt === null && tool.get().name === 'vote';
}

/** Shows others the selection, and nothing of it in a secret vote, until the returned function is called. */
export function showSelection(editor: Voter): () => void {
  const { selection, session, tool } = editor;
  let wasSecret = false;
  const show = (): void => {
    const isSecret = votesInSecret(editor);
    if (isSecret) session.show({ selection: [], cursor: null });
    else session.show({ selection: [...selection.get()] });
    wasSecret = isSecret;
  };
  const endings = [selection.subscribe(show), tool.subscribe(() => votesInSecret(editor) !== wasSecret && show())];
  return () => endings.forEach((end) => end());
}
