/** Private words that the standard terms of the field replaced do not come back as identifiers. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = '{main,renderer,contract,preload,sandbox,relay,test}/**/*.{ts,tsx}';

/** What is not written, and what is written instead. */
const INSTEAD: Record<string, string> = {
  bearsOut: 'confirms',
  tellsOfAnswer: 'isDecidedStatus',
  isStandIn: 'isSyntheticId',
  calmly: 'collectYielding',
  calmlyEach: 'mapYielding',
  hushed: 'muted',
  letIn: 'authenticate',
  inTheWay: 'blockedBy',
  InTheWay: 'BlockedBy',
  takesIn: 'ingestion',
  TakesIn: 'Ingestion',
  takesInto: 'createIngestion',
  wayIn: 'accessLink',
  GuestView: 'ClientView',
  joinGuest: 'joinClient',
  lookOut: 'probe',
  ToldRows: 'ClaimRows',
};
const WORDS = new RegExp(`\\b(?:${Object.keys(INSTEAD).join('|')})\\b`, 'g');

test('no file uses a replaced word', () => {
  const files = globSync(SOURCES, { cwd: ROOT }).filter((path) => !path.endsWith('identifiers.test.ts'));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) =>
    (readFileSync(join(ROOT, path), 'utf8').match(WORDS) ?? []).map((word) => `${path}: ${word}, use ${INSTEAD[word]}`),
  );
  expect(found).toEqual([]);
});
