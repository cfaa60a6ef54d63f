/** The rules of the accessibility guidelines (WCAG 2.2 AA, and what is good practice), asked of a page as it is shown. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Broken rules, with the first element that breaks each. Of a frame only what stands in it. */
export async function brokenRules(shown: Page | Frame): Promise<string[]> {
  // The page's own policy forbids foreign scripts in its markup; the debugger may still run one.
  await shown.evaluate(`if (!window.axe) { ${AXE} }`);
  return shown.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`,
  );
}
