/** A failed start, and a stop, leave no port, lock, timer, thread or open file. */
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '../../../main/app/app.ts';
import { features, type Services } from '../../../main/app/features.ts';
import { freePort } from '../../../main/demo/venue.ts';
import type { Feature } from '../../../main/features/feature.ts';
import { lockDataFolder } from '../../../main/store/file/lock.ts';
import { until } from '../../e2e/venue/venue.ts';
import { testFolder } from '../../setup/parts.ts';
import { followOpen } from '../../setup/still-open.ts';

/** The part of `compose` that fails: after it has opened everything, or, if it is in `rooms`, before it opens anything. */
const broken = vi.hoisted(() => ({
  part: '',
  /** The part fails only at its first call. */
  isOnce: false,
  rooms: new Set(['openLog', 'keepDataFolder', 'startBoard', 'startWorker', 'keepErasing', 'callsOf']),
  async breakable(original: () => Promise<Record<string, unknown>>) {
    const module = await original();
    const wrapped = Object.entries(module).map(([name, value]) => [
      name,
      typeof value !== 'function'
        ? value
        : (...given: unknown[]) => {
            const fails = (): never => {
              if (broken.isOnce) broken.part = '';
              throw new Error(`${name} failed`);
            };
            if (broken.part === name && broken.rooms.has(name)) return fails();
            const made = value(...given);
            return broken.part === name ? fails() : made;
          },
    ]);
    return Object.fromEntries(wrapped);
  },
}));
const { breakable } = vi.hoisted(() => ({ breakable: (original: () => Promise<unknown>) => broken.breakable(original as never) }));
vi.mock('../../../main/app/compose/state-services.ts', breakable);
vi.mock('../../../main/app/compose/intake.ts', breakable);
vi.mock('../../../main/app/compose/service-clients.ts', breakable);
vi.mock('../../../main/app/compose/deadlines.ts', breakable);
vi.mock('../../../main/app/compose/order-reading.ts', breakable);
vi.mock('../../../main/app/compose/show.ts', breakable);
vi.mock('../../../main/app/compose/contact-returned.ts', breakable);
vi.mock('../../../main/app/compose/composed-of.ts', breakable);
vi.mock('../../../main/store/erase-persons.ts', breakable);
vi.mock('../../../main/app/log.ts', breakable);
vi.mock('../../../main/app/features.ts', breakable);
vi.mock('../../../main/view/board.ts', breakable);
vi.mock('../../../main/store/worker.ts', breakable);
vi.mock('../../../main/app/reopen-data-folder.ts', breakable);

const PARTS = [
  'openLog',
  'keepDataFolder',
  'openStateServices',
  'startIntake',
  'createServiceClients',
  'watchDeadlines',
  'startReading',
  'openFeatures',
  'showBoard',
  'startBoard',
  'followClock',
  'startWorker',
  'tendTokens',
  'keepErasing',
  'resumeOnContact',
  'composedOf',
  'callsOf',
];
/** The functions in which each feature opens files, timers and ports. */
const OF_FEATURES = features.list.flatMap((feature) =>
  (['services', 'start'] as const).flatMap((part) => (feature[part] ? [{ name: feature.name, part, feature }] : [])),
);

let dataDir: string;
let port: number;
let before: ReadonlyMap<number, string>;
beforeEach(async () => {
  dataDir = testFolder();
  port = await freePort();
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port } }));
  before = stillOpen();
});
afterEach(() => void Object.assign(broken, { part: '', isOnce: false }));

const start = () => startApp({ dataDir, vault: 'file' });
const stillOpen = followOpen();
const opened = () => [...stillOpen()].filter(([id]) => !before.has(id)).map(([, place]) => place);
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return file.startsWith(dataDir) ? [file.slice(dataDir.length)] : [];
    } catch {
      return [];
    }
  });
const listensOn = (wanted: number) =>
  new Promise<void>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(wanted, '127.0.0.1', () => server.close(() => resolve()));
  });

async function nothingIsLeft(): Promise<void> {
  await listensOn(port);
  lockDataFolder(dataDir).leave();
  // Closing takes effect in the next turns of the event loop.
  await until('everything to be closed', () => opened().length + openFiles().length === 0, 20_000).catch(() => undefined);
  expect(opened()).toEqual([]);
  expect(openFiles()).toEqual([]);
}

test("this test's list of parts has every part that compose.ts imports", () => {
  const source = readFileSync(new URL('../../../main/app/compose/compose.ts', import.meta.url), 'utf8');
  const imported = [...source.matchAll(/^import \{([^}]*)\} from '\.\/[a-z-]+\.ts';$/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  const parts = imported.filter((name) => name !== '' && !name.startsWith('type '));
  expect(parts.length).toBeGreaterThan(5);
  expect(PARTS).toEqual(expect.arrayContaining(parts));
});

test.each(PARTS)('when %s fails, the start is refused and leaves nothing open', async (part) => {
  broken.part = part;
  await expect(start()).rejects.toThrow(`${part} failed`);
  await nothingIsLeft();
});

test.each(OF_FEATURES)(
  'when $part of the feature $name fails, the start is refused and leaves nothing open',
  async ({ name, part, feature }) => {
    const open = feature[part] as (given: Services) => object;
    const failing = vi.spyOn(feature as Feature<Services>, part).mockImplementation((given) => {
      open(given);
      throw new Error(`${name} failed`);
    });
    onTestFinished(() => failing.mockRestore());
    await expect(start()).rejects.toThrow(`${name} failed`);
    await nothingIsLeft();
  },
);

test('after a failed start the app starts on the same folder, and its stop leaves nothing open', async () => {
  broken.part = 'callsOf';
  await expect(start()).rejects.toThrow('callsOf failed');
  broken.part = '';
  const app = await start();
  expect(await app.receiverUrl()).toContain(`:${port}`);
  expect(openFiles().length).toBeGreaterThan(2);
  expect(opened().length).toBeGreaterThan(5);
  await app.close();
  await nothingIsLeft();
});

test('repeated starts with a damaged vault leave nothing more open each time', async () => {
  await (await start()).close();
  writeFileSync(join(dataDir, 'vault.enc'), 'no vault');
  for (let times = 0; times < 5; times += 1) {
    await expect(start()).rejects.toMatchObject({ code: 'vault-damaged' });
    await nothingIsLeft();
  }
});

test('a failed training start leaves nothing behind, and the app keeps working', async () => {
  const app = await start();
  Object.assign(broken, { part: 'tendTokens', isOnce: true });
  expect(await app.call('training.start', {})).toMatchObject({ ok: false, problem: { code: 'training-failed' } });
  lockDataFolder(join(dataDir, 'training')).leave();
  expect(opened().join()).not.toContain('training/thread');
  expect(await app.call('diagnostics.get', {})).toMatchObject({ ok: true });
  await app.close();
  await nothingIsLeft();
});
