/** studio: a node with people and documents that could be real, and a browser in light or in dark, to take pictures of. */
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';

import { type EditorStage, startStage, type BrowserVisitor } from '../stage.ts';

export type Studio = {
  readonly stage: EditorStage;
  readonly scheme: 'light' | 'dark';
  /** Whose screens are shown. */
  readonly ada: BrowserVisitor;
  readonly grace: BrowserVisitor;
  /** By their names. */
  readonly documents: ReadonlyMap<string, { readonly id: string; readonly tab: string }>;
};

export type Shot = {
  /** Of its files, without `-light.png` and `-dark.png`. */
  readonly name: string;
  /** The page, as it is to be pictured. */
  readonly take: (studio: Studio) => Promise<Page>;
};

/** Documents, newest last, with the drawing of docs/gallery that is their first tab. */
const drawings = [
  ['Team', 'org-chart'],
  ['Warehouse network', 'network'],
  ['Refund: who decides', 'decision-tree'],
  ['Data model', 'er'],
  ['Ideas for spring', 'mind-map'],
  ['Support process', 'swimlane'],
  ['Roadmap', 'roadmap'],
  ['Checkout architecture', 'system'],
] as const;

export async function openStudio(scheme: 'light' | 'dark'): Promise<Studio> {
  // One port each time: the address stands on some of the screens.
  const stage = await startStage('screenshots', { PORT: '4623' });
  // Who is not signed in is told so.
  stage.expectComplaints(/status of 401/);
  const ada = await stage.person('Ada Lovelace', { colorScheme: scheme, color: '#c2410c' });
  const grace = await stage.person('Grace Hopper', { colorScheme: scheme, color: '#0f766e' });
  const documents = new Map<string, { readonly id: string; readonly tab: string }>();
  for (const [name, drawing] of drawings) {
    const place = await stage.document(name === 'Support process' ? grace : ada, name);
    const operations = readFileSync(new URL(`../../../docs/gallery/${drawing}.txt`, import.meta.url), 'utf8');
    const owner = name === 'Support process' ? grace : ada;
    const { status, body } = await owner.agent.changeset(place, operations);
    if (status !== 201) throw new Error(`${name}: ${JSON.stringify(body)}`);
    await stage.invite(place.id, owner === ada ? grace : ada, 'editor');
    documents.set(name, place);
  }
  return { stage, scheme, ada, grace, documents };
}

export const closeStudio = ({ stage }: Studio): Promise<void> => stage.stop();
