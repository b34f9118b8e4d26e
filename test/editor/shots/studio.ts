/** A node with realistic people and documents, and a browser in light or dark mode, for screenshots. */
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';

import { type EditorStage, startStage, type BrowserVisitor } from '../stage.ts';

export type Studio = {
  readonly stage: EditorStage;
  readonly scheme: 'light' | 'dark';
  /** The person whose screens are shown. */
  readonly ada: BrowserVisitor;
  readonly grace: BrowserVisitor;
  /** By name. */
  readonly documents: ReadonlyMap<string, { readonly id: string; readonly tab: string }>;
};

export type Shot = {
  /** The name of its files, without `-light.png` and `-dark.png`. */
  readonly name: string;
  /** The page in the state of the screenshot. */
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
  // A fixed port, as some screens show the address.
  const stage = await startStage('screenshots', { PORT: '4623' });
  // Expected answers without a session.
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
