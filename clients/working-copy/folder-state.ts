/**
 * folder-state: what a folder was pulled from, in `.atelier/tabs.json`: the document, and for each tab its file, the revision and the text
 * that was pulled. It has no token, and the address in it is for people: calls go where the command line says.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import Type, { type Static } from 'typebox';

import { isValid } from '#schema/validate.ts';

import { WorkingCopyFault } from './working-copy-fault.ts';

const strict = { additionalProperties: false } as const;

/** A name without a folder: a state from elsewhere names no file outside of its folder. */
const FileName = Type.String({ pattern: '^[^/\\\\.\\u0000-\\u001f][^/\\\\\\u0000-\\u001f]{0,199}\\.atl$' });

const PulledTab = Type.Object(
  {
    id: Type.String({ pattern: '^tab_[0-9a-z]{16,40}$' }),
    name: Type.String(),
    file: FileName,
    /** The revision that was pulled. */
    rev: Type.Integer({ minimum: 0 }),
    /** The text that was pulled, line by line, so that version control merges it line by line. */
    text: Type.Array(Type.String()),
    /** The full id of each element, by slug. */
    ids: Type.Record(Type.String(), Type.String()),
  },
  strict,
);
export type PulledTab = Static<typeof PulledTab>;

const FolderState = Type.Object(
  {
    version: Type.Literal(1),
    server: Type.String(),
    document: Type.Object({ id: Type.String({ pattern: '^doc_[0-9a-z]{16,40}$' }), name: Type.String() }, strict),
    tabs: Type.Array(PulledTab, { maxItems: 1_000 }),
  },
  strict,
);
export type FolderState = Static<typeof FolderState>;

const pathIn = (folder: string): string => join(folder, '.atelier', 'tabs.json');

/** Null if nothing was pulled into the folder. Throws WorkingCopyFault. */
export async function readState(folder: string): Promise<FolderState | null> {
  let text: string;
  try {
    text = await readFile(pathIn(folder), 'utf8');
  } catch {
    return null;
  }
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    throw new WorkingCopyFault([`${pathIn(folder)} is not JSON.`, '  hint: After a merge, take the whole file of one side.']);
  }
  if (!isValid(FolderState, state))
    throw new WorkingCopyFault([`${pathIn(folder)} is not a state of this version.`, '  hint: Pull into a new folder.']);
  return state;
}

/** Replaces the state in one step. */
export async function writeState(folder: string, state: FolderState): Promise<void> {
  const path = pathIn(folder);
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.new`;
  await writeFile(temporary, `${JSON.stringify(state, null, 1)}\n`);
  await rename(temporary, path);
}

export const baseText = ({ text }: PulledTab): string => text.map((line) => `${line}\n`).join('');
export const linesOfText = (text: string): string[] => text.split('\n').slice(0, text.endsWith('\n') ? -1 : undefined);
