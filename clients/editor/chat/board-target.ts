/** board-target: what a board shows: from the result of the tool that it is shown for, or from the arguments of the call. */
import { isId } from '#schema/ids.ts';

import type { ToolResult } from './chat-host.ts';

/** `tab`: null for the first; `changeset`: what the tool changed. */
export type BoardTarget = { readonly document: string; readonly tab: string | null; readonly changeset: string | null };

/** Null if neither names a document. Arguments may name a document or a tab by its name, which is not looked up here. */
export function boardTarget(input: Readonly<Record<string, unknown>>, { _meta: meta }: ToolResult): BoardTarget | null {
  const named = [meta?.['atelier/board'], input['document'], input['tab']];
  const [document, tab, changeset] = (['doc', 'tab', 'cs'] as const).map((kind) => idIn(kind, named));
  return document === undefined || document === null ? null : { document, tab: tab ?? null, changeset: changeset ?? null };
}

/** The first id of the kind, alone or in an address of the page. */
function idIn(kind: 'doc' | 'tab' | 'cs', named: readonly unknown[]): string | null {
  const parts = named.flatMap((value) => (typeof value === 'string' ? value.split(/[/#?]/) : []));
  return parts.find((part) => isId(kind, part)) ?? null;
}
