/**
 * Plans a changeset of docs/gallery on an empty tab and renders it as the server does.
 *
 * Ids count up, so the same changeset gives the same bytes.
 */
import { parseOperations } from '#core/changeset/parse.ts';
import { planChangeset } from '#core/changeset/plan.ts';
import { findFixes } from '#core/lint/fixes.ts';
import type { FlowEngine } from '#core/planning/planning.ts';
import type { FontFiles } from '#core/render/font-use.ts';
import { renderSvg } from '#core/render/render-svg.ts';
import { findTheme } from '#core/render/themes/theme-list.ts';
import { TabIndex } from '#core/tab/tab-index.ts';
import type { TabState } from '#schema/tab.ts';
import { installedIcons } from '#server/icons/installed-icons.ts';

import type { GalleryDrawing } from './drawings.ts';

/** The tab that the changeset makes from an empty one. Throws if it is refused. */
export function tabOf({ title, theme }: Pick<GalleryDrawing, 'title' | 'theme'>, changeset: string, flow: FlowEngine): TabIndex {
  const state: TabState = {
    id: 'tab_00000000000000000000',
    name: title,
    mode: 'canvas',
    theme,
    locked: false,
    order: 'a0',
    layers: [],
    pages: [],
    elements: new Map(),
    skipped: [],
  };
  const tab = TabIndex.of(state);
  const parsed = parseOperations(changeset);
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors, null, 2));
  let next = 0;
  const newSuffix = (): string => (next++).toString(36).padStart(8, '0');
  const plan = planChangeset(tab, parsed.operations, {
    newSuffix,
    selected: null,
    mayReference: () => true,
    icons: installedIcons(),
    fixes: findFixes,
    flow,
  });
  if ('errors' in plan) throw new Error(JSON.stringify(plan.errors, null, 2));
  tab.update(plan.edits.map(({ id, after }) => ({ id, element: after })));
  return tab;
}

export function pictureOf(tab: TabIndex, fonts: FontFiles): string {
  const theme = findTheme(tab.settings.theme);
  return `${renderSvg(tab, { icons: installedIcons(), fonts, padding: 40, ...(theme === null ? {} : { theme }) })}\n`;
}
