import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const { resolve } = createRequire(import.meta.url);
const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
const GRAVE = ['serious', 'critical'];

type Result = { id: string; impact: string | null; nodes: { target: string[]; html: string }[] };

/**
 * What axe finds to be a serious or critical obstacle for people with disabilities: rule and
 * element. `exclude` is a selector of what other people made.
 */
export async function obstacles(page: Page, exclude?: string): Promise<string[]> {
  // Over the protocol of the debugger, which no policy of the page limits.
  await page.evaluate(AXE);
  const violations = await page.evaluate<Result[], string[][]>(
    async (excluded) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: object, options: object): Promise<{ violations: Result[] }> };
      };
      const context = { include: [['html']], exclude: excluded };
      return (await axe.run(context, { resultTypes: ['violations'] })).violations;
    },
    exclude === undefined ? [] : [[exclude]],
  );
  return violations
    .filter(({ impact }) => impact !== null && GRAVE.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html}`));
}
