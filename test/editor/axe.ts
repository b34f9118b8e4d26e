/**
 * The accessibility violations that axe-core finds on a page, one line each, once its transitions have ended: halfway between two color schemes
 * no contrast holds. Style sheets are not preloaded: that only serves a rule on screen orientation, and the page's content security policy
 * refuses the style elements that it inserts.
 */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Tested = Pick<Page, 'evaluate'>;
type Violation = Pick<axe.Result, 'id' | 'help' | 'impact'> & { readonly nodes: readonly Found[] };
type Found = { readonly html: string; readonly inMenu: boolean };

/** The serious and critical ones. `rules` limits the run to these. */
export async function seriousFaults(page: Tested, rules?: readonly string[]): Promise<string[]> {
  const violations = await violationsOn(page, rules);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(lineOf);
}

/**
 * All of them, with those of best practice, except for two that are meant: an open menu is no part of a landmark, and the field of the palette is
 * a combo box for several lines, for which there is no other element than a text area.
 */
export async function allFaults(page: Tested): Promise<string[]> {
  const isMeant = (rule: string, { html, inMenu }: Found): boolean =>
    (rule === 'region' && inMenu) || (rule === 'aria-allowed-role' && /^<textarea [^>]*role="combobox"/.test(html));
  return (await violationsOn(page))
    .map((violation) => ({ ...violation, nodes: violation.nodes.filter((found) => !isMeant(violation.id, found)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(lineOf);
}

async function violationsOn(page: Tested, rules?: readonly string[]): Promise<readonly Violation[]> {
  await page.evaluate(`Promise.allSettled(
    document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).map(({ finished }) => finished),
  )`);
  await page.evaluate(axe.source);
  const options = {
    resultTypes: ['violations'],
    preload: false,
    elementRef: true,
    ...(rules !== undefined && { runOnly: rules }),
  };
  return page.evaluate<readonly Violation[]>(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, help, impact, nodes }) => ({
      id, help, impact,
      nodes: nodes.map(({ html, element }) => ({ html, inMenu: (element?.closest('[role=menu]') ?? null) !== null })),
    })),
  )`);
}

const lineOf = ({ id, help, nodes }: Violation): string =>
  `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`;
