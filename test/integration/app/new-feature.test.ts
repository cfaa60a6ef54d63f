/** A feature with table, setting, calls, job, topic and screen needs only its own files, its texts, and a line in each list. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../contract/contract.ts';
import { testFolder } from '../../setup/parts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FIXTURES = join(ROOT, 'test/fixtures/feature');
const COPIED = ['main', 'contract', 'shared', 'preload', 'renderer', 'resources'];

const OWN = {
  'contract/calls/notes.ts': 'calls.ts.txt',
  'contract/settings/notes-settings.ts': 'settings.ts.txt',
  'main/features/notes/feature.ts': 'feature.ts.txt',
  'renderer/notes/notes.tsx': 'screen.tsx.txt',
};

/** The feature's texts, the same in every language. */
const WORDS = { 'nav.notes': 'Notes', 'notes.full': 'There are too many notes.', 'notes.new': 'New note' };

/** The edit of each list: the import goes after `after`, the line before `beforeLine`. */
const LISTS = [
  {
    file: 'contract/features.ts',
    after: "import { monitorCalls, monitorTopics } from './calls/monitor.ts';\n",
    imports: "import { notesCalls, notesTopics } from './calls/notes.ts';\n",
    beforeLine: '  { calls: tillCalls },\n',
    line: '  { calls: notesCalls, topics: notesTopics },\n',
  },
  {
    file: 'contract/settings/sections.ts',
    after: "import { mapSection } from './map-settings.ts';\n",
    imports: "import { notesSection } from './notes-settings.ts';\n",
    beforeLine: '  staff: staffSection,\n',
    line: '  notes: notesSection,\n',
  },
  {
    file: 'main/app/features.ts',
    after: "import { monitor } from '../features/monitor/feature.ts';\n",
    imports: "import { notes } from '../features/notes/feature.ts';\n",
    beforeLine: '  .add(access)\n',
    line: '  .add(notes)\n',
  },
  {
    file: 'renderer/screens.tsx',
    after: "import { Kitchen } from './displays/kitchen/kitchen.tsx';\n",
    imports: "import { Notes } from './notes/notes.tsx';\n",
    beforeLine: "  diagnostics: { icon: 'pulse', in: 'menu', isThere: isCounter, asksAgain: true, Draw: Diagnostics },\n",
    line: "  notes: { icon: 'list', in: 'menu', Draw: Notes },\n",
  },
];

const run = promisify(execFile);
const node = (cwd: string, ...given: string[]) => run(process.execPath, given, { cwd });

function copyOfTheApp(): string {
  const copy = testFolder();
  for (const folder of COPIED) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
  // Storybook's stories need test data; the screens don't.
  rmSync(join(copy, 'renderer/gallery'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
  for (const file of ['package.json', 'tsconfig.base.json', 'tsconfig.main.json', 'tsconfig.renderer.json'])
    cpSync(join(ROOT, file), join(copy, file));
  return copy;
}

function plant(copy: string): void {
  for (const [file, from] of Object.entries(OWN)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(FIXTURES, from), join(copy, file));
  }
  for (const { file, after, imports, beforeLine, line } of LISTS) {
    const text = readFileSync(join(copy, file), 'utf8');
    for (const place of [after, beforeLine]) expect(text.split(place).length, `${file}: ${place}`).toBe(2);
    writeFileSync(join(copy, file), text.replace(after, after + imports).replace(beforeLine, line + beforeLine));
  }
  for (const language of LANGUAGES) {
    const file = join(copy, `resources/locales/${language}.json`);
    writeFileSync(file, `${JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...WORDS }, null, 2)}\n`);
  }
}

/** Changed app files with their count of added lines. */
function edited(copy: string): Record<string, number> {
  const count = (file: string): number => readFileSync(file, 'utf8').split('\n').length;
  return Object.fromEntries(
    COPIED.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
      .filter((file) => !file.startsWith(join('renderer', 'gallery')))
      .filter((file) => !readFileSync(join(ROOT, file)).equals(readFileSync(join(copy, file))))
      .map((file) => [file.replaceAll('\\', '/'), count(join(copy, file)) - count(join(ROOT, file))]),
  );
}

test('a new feature edits only the lists, two lines each, and the texts', { timeout: 240_000 }, async () => {
  const copy = copyOfTheApp();
  plant(copy);
  expect(edited(copy)).toEqual({
    'contract/features.ts': 2,
    'contract/settings/sections.ts': 2,
    'main/app/features.ts': 2,
    'renderer/screens.tsx': 2,
    ...Object.fromEntries(LANGUAGES.map((language) => [`resources/locales/${language}.json`, Object.keys(WORDS).length])),
  });

  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  for (const program of ['main', 'renderer']) {
    const { stdout } = await node(copy, tsc, '-p', `tsconfig.${program}.json`).catch((error: { stdout: string }) => error);
    expect(stdout, program).toBe('');
  }
  cpSync(join(FIXTURES, 'use.mjs.txt'), join(copy, 'use.mjs'));
  const { stdout } = await node(copy, 'use.mjs');
  expect(JSON.parse(stdout)).toEqual({
    added: { ok: true, value: {} },
    shown: { text: 'Salt is out.' },
    refused: 'notes-full',
    counted: { ok: true, value: { count: 1 } },
    settings: {
      default: { most: 20, folder: null },
      managed: 5,
      refused: 'not-manageable',
      whyKept: 'computer',
      page: true,
    },
  });
});
