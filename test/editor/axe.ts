/** axe: what axe-core finds serious or critical on a page, each as a line: nothing is what a test wants. `rules`: these alone. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

export async function seriousFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ resultTypes: ['violations'] ${rules === undefined ? '' : `, runOnly: ${JSON.stringify(rules)}`} })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
