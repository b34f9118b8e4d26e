/** The views of a tab that a call can read, of the present and of the past. */
import { lint } from '#core/lint/lint.ts';
import { lintOfPart, refsOfPart } from '#core/lint/lint-part.ts';
import { inLook } from '#core/render/theme.ts';
import { light } from '#core/render/themes/light.ts';
import type { TabView } from '#core/tab/view.ts';
import { comments } from '#core/views/comments.ts';
import { elementViews } from '#core/views/elements.ts';
import { lines } from '#core/views/lines.ts';
import { outline } from '#core/views/outline.ts';
import type { TabQuery } from '#schema/calls.ts';
import type { Lint } from '#schema/changeset.ts';
import type { Thread } from '#schema/comment.ts';
import { isProblem, type Problem } from '#schema/problem.ts';
import type { RoomReading } from '#server/rooms/port.ts';

import type { AppContext } from './context.ts';
import { shownTab } from './document-view.ts';
import { elementIdsIn } from './named-elements.ts';
import type { TabAnswer } from './port.ts';
import { themeOf } from './theme-of.ts';

export type ViewedTab = {
  readonly tab: TabView;
  readonly reading: Pick<RoomReading, 'rev' | 'counts' | 'theme'>;
  readonly threads: () => ReadonlyMap<string, Thread>;
  /** The address of the tab. */
  readonly url: string;
};

/** Every view but `lint` and `diff`. */
export function viewOf(query: TabQuery, { tab, reading, threads, url }: ViewedTab): TabAnswer {
  const rev = reading.rev(tab.settings.id);
  if (query.view === 'outline')
    return { text: outline(tab, { rev, threads: threads(), ...(query.budget !== undefined && { budget: query.budget }) }) };
  if (query.view === 'comments') return { text: comments(tab, { rev, threads: threads(), all: query.all === '1' }) };
  if (query.view === 'lines') return { text: lines(tab) };
  const { layers, pages, theme: id } = tab.settings;
  const theme = themeOf(id, (custom) => reading.theme(custom)) ?? light;
  const elements = elementViews(tab, inLook(theme, tab.settings).font);
  return { reading: { tab: { ...shownTab(tab.settings, reading), url }, elements, layers: [...layers], pages: [...pages] } };
}

/** What a lint makes of a tab: at once, or later for a large one, in a worker, while the document stays available. */
export type LintAttempt = {
  readonly part: ReadonlySet<string> | null;
  readonly findings: Lint | Promise<Lint | Problem>;
};

/** `cached`: what is known of the tab's findings, and how many elements they lack. */
export function lintOf(
  { planner }: Pick<AppContext, 'planner'>,
  tab: TabView,
  named: string | undefined,
  cached?: { readonly work: number; readonly lint: () => Lint | undefined },
): LintAttempt | Problem {
  const ids = named === undefined ? null : elementIdsIn(named, tab);
  if (isProblem(ids)) return ids;
  const part = ids === null ? null : refsOfPart(ids, tab);
  const isLarge = (cached?.work ?? tab.size) > elementsLintedHere;
  return { part, findings: isLarge ? planner.lint(tab) : (cached?.lint() ?? lint(tab)) };
}

/** This many are linted within some milliseconds, however they are arranged. */
const elementsLintedHere = 400;

export async function lintAnswer(attempt: LintAttempt | Problem): Promise<TabAnswer | Problem> {
  if (isProblem(attempt)) return attempt;
  const findings = await attempt.findings;
  if (isProblem(findings)) return findings;
  return { lint: attempt.part === null ? findings : lintOfPart(findings, attempt.part) };
}
