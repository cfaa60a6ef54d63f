/** Generates docs/interface-coverage.md from the rules: where each is tested, and what follows it. */
import { CLIENT_TESTS, NOT_ASKED, SERVICE_ALONE } from './client-tests.ts';
import { NOT_SHOWN } from './not-shown.ts';
import { RULES } from './rules.ts';

export function coveragePage(): string {
  const rows = RULES.map(
    ({ section, text, counter }) => `| ${section} | ${text} | ${clientTest(`${section}: ${text}`)} | ${follows(counter)} |`,
  );
  const missing = NOT_SHOWN.map(({ section, what, instead }) => `| ${section} | ${what} | ${instead} |`);
  return `# Coverage of the interface document

For developers and partners: each rule of the interface, its tests and its code. Each row is a test of the same name in \`test/conformance\`, written from the document alone. It runs against the sandbox with \`npm test\`, and against other addresses with \`npm run conformance -- --target FILE\`. "Client" names the test that fails if Tillbridge breaks the rule; "Code" names the code that follows it; a test checks both. "service alone" binds only the service. Generated from the rules (\`npm run docs\`).

| Section | Rule | Client | Code |
|---|---|---|---|
${rows.join('\n')}

## What the document does not show

| Section | Not shown | Here |
|---|---|---|
${missing.join('\n')}
`;
}

function clientTest(rule: string): string {
  const name = CLIENT_TESTS[rule];
  if (name === undefined) throw new Error(`client-tests.ts has no row "${rule}".`);
  return name === SERVICE_ALONE || name.startsWith(NOT_ASKED) ? name : `“${name}”`;
}

function follows(where: string): string {
  if (where === 'service alone' || where.startsWith('not shown: ')) return where;
  const [path = '', word = ''] = where.split(/: (.+)/s);
  return `\`${word}\` in [${path.split('/').at(-1)}](../${path})`;
}
