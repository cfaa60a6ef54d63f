/** A feature with two calls, a job and a topic is its own files and a line in each list: nothing else of the app is touched. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const FEATURE = join(ROOT, 'test/fixtures/feature');

/** Each standing file that is touched: the import, and the line of the list. */
const TOUCHED = [
  {
    file: 'contract/features.ts',
    before: 'interface ContractFeature',
    imports: "import { notesCalls, notesTopics } from './calls/notes.ts';\n",
    list: '{ calls: ordersCalls,',
    entry: '{ calls: notesCalls, topics: notesTopics },\n  ',
  },
  {
    file: 'main/app/features.ts',
    before: 'const list',
    imports: "import { notes } from '../features/notes/feature.ts';\n",
    list: 'relay, orders',
    entry: 'notes, ',
  },
];

test('a new feature edits one list in the contract and one in the bridge', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'tillbridge-feature-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true, maxRetries: 3 }));
  for (const folder of ['main', 'contract', 'shared']) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
  for (const folder of ['node_modules', 'resources']) symlinkSync(join(ROOT, folder), join(copy, folder), 'junction');
  cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'));

  mkdirSync(join(copy, 'main/features/notes'));
  cpSync(join(FEATURE, 'contract.ts.txt'), join(copy, 'contract/calls/notes.ts'));
  cpSync(join(FEATURE, 'feature.ts.txt'), join(copy, 'main/features/notes/feature.ts'));
  cpSync(join(FEATURE, 'use.mjs.txt'), join(copy, 'use.mjs'));
  for (const { file, before, imports, list, entry } of TOUCHED) {
    const text = readFileSync(join(copy, file), 'utf8');
    expect(text.split(before).length, file).toBe(2);
    expect(text.split(list).length, file).toBe(2);
    writeFileSync(join(copy, file), text.replace(before, imports + before).replace(list, entry + list));
  }

  const { stdout } = await promisify(execFile)(process.execPath, ['use.mjs'], { cwd: copy });
  expect(JSON.parse(stdout)).toEqual({
    added: { ok: true, value: {} },
    shown: { text: 'Salt is out.' },
    counted: { ok: true, value: { count: 1 } },
  });
});
