/**
 * The serious and critical accessibility violations that axe-core finds on a page, one line each, once its transitions have
 * ended: halfway between two color schemes no contrast holds.
 *
 * `rules` limits the run to these. Style sheets are not preloaded: that only serves a rule on screen orientation, and the
 * page's content security policy refuses the style elements that it inserts.
 */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

export async function seriousFaults(page: Pick<Page, 'evaluate'>, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(`Promise.allSettled(
    document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).map(({ finished }) => finished),
  )`);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ resultTypes: ['violations'], preload: false ${rules === undefined ? '' : `, runOnly: ${JSON.stringify(rules)}`} })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
