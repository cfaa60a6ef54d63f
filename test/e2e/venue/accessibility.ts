/** Accessibility rules (WCAG 2.2 AA and best practices), checked on a shown page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The broken rules, each with its first element. For a frame, only of its own content. */
export async function brokenRules(shown: Page | Frame): Promise<string[]> {
  // The page's policy forbids foreign scripts; the debugger may still run one.
  await shown.evaluate(`if (!window.axe) { ${AXE} }`);
  return shown.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`,
  );
}
