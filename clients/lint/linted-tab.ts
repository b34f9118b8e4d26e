/** linted-tab: the findings of tabs, of a document on a server or of files without one. */
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import type { Service } from '#clients/service/service.ts';
import { readTabFile, tabFileNames } from '#clients/working-copy/working-copy.ts';
import { WorkingCopyFault } from '#clients/working-copy/working-copy-fault.ts';
import { lint } from '#core/lint/lint.ts';
import type { Lint } from '#schema/changeset.ts';

export type LintedTab = {
  readonly name: string;
  /** Null for files. */
  readonly document: string | null;
  /** The path of the file as it was named, with slashes; null for a tab on a server. */
  readonly path: string | null;
  readonly lint: Lint;
  /** The line of an element in the file. */
  readonly lineOf: (ref: string) => number | null;
};

/** The files that an argument names: itself, or those of a folder; null if there is neither. */
export async function filesNamed(target: string): Promise<readonly string[] | null> {
  const found = await stat(target).catch(() => null);
  if (found === null) return null;
  if (!found.isDirectory()) return [target];
  return (await tabFileNames(target)).map((name) => join(target, name));
}

/** Throws WorkingCopyFault with every fault of every file. */
export async function lintFiles(paths: readonly string[]): Promise<LintedTab[]> {
  const tabs: LintedTab[] = [];
  const faults: string[] = [];
  for (const path of paths) {
    const shown = path.replaceAll('\\', '/');
    const file = await readTabFile(path, shown);
    if (Array.isArray(file)) {
      faults.push(...file);
      continue;
    }
    const { tab, lineOf, name } = file.read;
    const label = name ?? basename(path).replace(/\.atl$/, '');
    tabs.push({ name: label, document: null, path: shown, lint: lint(tab), lineOf: (ref) => lineOf.get(slugIn(ref)) ?? null });
  }
  if (faults.length > 0) throw new WorkingCopyFault(faults);
  return tabs;
}

/** A ref is a slug, or goes on after it. */
const slugIn = (ref: string): string => ref.split('~', 1)[0] ?? ref;

/** All tabs of a document, or one. Throws ServiceRefusal and ServiceUnreachable. */
export async function lintDocument(service: Service, name: string, tabName?: string): Promise<LintedTab[]> {
  const doc = await findDocument(service, name);
  const { name: document, tabs } = await service.json('GET /documents/:doc', { params: { doc } });
  const only = tabName === undefined ? null : await findTab(service, doc, tabName);
  const linted: LintedTab[] = [];
  for (const tab of tabs) {
    if (only !== null && tab.id !== only) continue;
    const findings = await service.json('GET /documents/:doc/tabs/:tab?view=lint', {
      params: { doc, tab: tab.id },
      query: {},
      headers: { Accept: 'application/json' },
    });
    linted.push({ name: tab.name, document, path: null, lint: findings, lineOf: () => null });
  }
  return linted;
}
