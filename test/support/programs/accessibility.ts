import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Rows of a table that are examined. Further rows are alike, and examining thousands takes minutes. */
const ROWS = 20;

interface Violation {
  id: string;
  impact: 'minor' | 'moderate' | 'serious' | 'critical';
  nodes: { html: string }[];
}

/** Accessibility violations of a page, as axe finds them: rule, impact, and first element. */
export const violationsIn = async (page: Page): Promise<(Pick<Violation, 'impact'> & { text: string })[]> => {
  await page.evaluate(axe.source);
  const found = (await page.evaluate(
    `axe.run({ exclude: 'tbody > tr:nth-child(n+${ROWS + 1})' }).then(({ violations }) => violations)`,
  )) as Violation[];
  return found.map(({ id, impact, nodes }) => ({ impact, text: `${id}: ${nodes[0]?.html}` }));
};
