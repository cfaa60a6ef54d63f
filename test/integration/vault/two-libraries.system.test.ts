/** Two libraries and one real keychain: either serves alone, what keytar holds moves to the other once, and no old secret is taken for the newest. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type KeyringSession, startKeyring } from './keyring-session.ts';
import { appWith, runSteps } from './run-steps.ts';
import type { Result, Step } from './vault-steps.ts';

const ID = '00112233445566aa';
const PACKAGES = { keytar: ['keytar'], keyring: ['@napi-rs/keyring'], both: ['keytar', '@napi-rs/keyring'] };
type With = keyof typeof PACKAGES;

let apps: string;
const scripts = {} as Record<With, string>;
beforeAll(() => {
  apps = mkdtempSync(join(tmpdir(), 'tillbridge-libraries-'));
  for (const which of Object.keys(PACKAGES) as With[]) scripts[which] = appWith(join(apps, which), PACKAGES[which]);
});
afterAll(() => rmSync(apps, { recursive: true, force: true }));

let folder: string;
let dataDir: string;
let session: KeyringSession;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-two-'));
  dataDir = join(folder, 'data-dir');
  session = await startKeyring(join(folder, 'home'), 'unlocked');
});
afterEach(async () => {
  await session.end();
  rmSync(folder, { recursive: true, force: true });
});

const OPEN: Step = { do: 'open' };
const set = (name: string, value: string): Step => ({ do: 'set', name, value });
const get = (name: string): Step => ({ do: 'get', name });
const run = async (which: With, ...steps: Step[]): Promise<Result[]> =>
  (await runSteps(dataDir, steps, { env: session.env, script: scripts[which] })).results;
const values = (results: Result[]): unknown[] =>
  results.slice(1).map((result) => ('value' in result ? result.value : 'code' in result && result.code));
const place = (): { id: string; current: string[] } => JSON.parse(readFileSync(join(dataDir, 'vault-place.json'), 'utf8'));
const LONG = 'a long secret, ä '.repeat(300);

describe.each(['keytar', 'keyring'] as const)('with %s alone', (library) => {
  test('secrets are in the keychain over a restart, long ones and ones with strange names too, and nowhere in the data folder', async () => {
    const [opened] = await run(library, OPEN, set('client_secret', 'sesame'), set('a#a0', LONG), set('gone', 'x'), {
      do: 'delete',
      name: 'gone',
    });
    expect(opened).toMatchObject({ opened: 'keychain' });
    expect(values(await run(library, OPEN, get('client_secret'), get('a#a0'), get('gone')))).toEqual(['sesame', LONG, null]);
    expect(existsSync(join(dataDir, 'vault.enc'))).toBe(false);
    expect(place().current).toEqual([library]);
  });

  test('a keychain that is locked is never taken for one without the secret', async () => {
    await run(library, OPEN, set('client_secret', 'sesame'));
    const locked = await run(library, OPEN, { do: 'lock' }, get('client_secret'), get('nothing'), set('client_secret', 'other'), {
      do: 'delete',
      name: 'client_secret',
    });
    expect(values(locked).slice(1)).toEqual(Array(4).fill('keychain-locked'));
  });

  test('a keychain that hangs is said not to answer', async () => {
    await run(library, OPEN, set('client_secret', 'sesame'));
    session.freeze();
    // After three seconds, or with the library's own words where it gives up sooner.
    const text = expect.stringMatching(/didn't answer within 3 seconds\.|isn't responding: \w/);
    expect(await run(library, OPEN)).toMatchObject([{ code: 'keychain-unreachable', text }]);
    session.thaw();
    expect(values(await run(library, OPEN, get('client_secret')))).toEqual(['sesame']);
  });

  test('a vault that only it holds is waited for where it cannot be loaded, and nothing is begun anew', async () => {
    await run(library, OPEN, set('client_secret', 'sesame'));
    const other = library === 'keytar' ? 'keyring' : 'keytar';
    expect(await run(other, OPEN)).toMatchObject([{ code: 'keychain-unreachable', text: expect.stringContaining(`(${library})`) }]);
    expect(existsSync(join(dataDir, 'vault.enc'))).toBe(false);
    expect(values(await run(library, OPEN, get('client_secret')))).toEqual(['sesame']);
  });
});

describe('what keytar holds', () => {
  const SECRETS = { 'production/client_secret': 'sesame', 'production/tokens/venue': LONG };
  const reads = Object.keys(SECRETS).map(get);
  const all = Object.values(SECRETS);
  const store = () => run('keytar', OPEN, ...Object.entries(SECRETS).map(([name, value]) => set(name, value)));

  async function expectMoved(): Promise<void> {
    expect(values(await run('both', OPEN, ...reads))).toEqual(all);
    expect(place().current).toEqual(['keyring']);
    expect(await run('keytar', { do: 'count', id: place().id })).toEqual([{ value: '0' }]);
    expect(values(await run('keyring', OPEN, ...reads))).toEqual(all);
  }

  test('moves once, and from then on the other one alone is asked', async () => {
    await store();
    await expectMoved();
    expect(await run('keytar', OPEN)).toMatchObject([{ code: 'keychain-unreachable' }]);
    await run('keyring', OPEN, set('production/client_secret', 'newer'), { do: 'delete', name: 'production/tokens/venue' });
    expect(values(await run('both', OPEN, ...reads))).toEqual(['newer', null]);
  });

  test('moves from a vault of the first version, which had no list of its names', async () => {
    await run('both', { do: 'earlier', id: ID, secrets: SECRETS });
    await expectMoved();
  });

  test('is deleted, and not read, where the other one held the newest beside it', async () => {
    await store();
    const { id, ...rest } = place();
    await expectMoved();
    await run('both', { do: 'earlier', id, secrets: { 'production/client_secret': 'older' } });
    writeFileSync(join(dataDir, 'vault-place.json'), JSON.stringify({ ...rest, id, current: ['keytar', 'keyring'] }));
    expect(await run('keytar', OPEN)).toMatchObject([{ code: 'keychain-unreachable' }]);
    await expectMoved();
  });

  test('is served by keytar as long as one of it is damaged, and moves when that was entered again', async () => {
    await store();
    await run('keytar', { do: 'forget', id: place().id, library: 'keytar', entry: 'production/tokens/venue#a6' });
    expect(values(await run('both', OPEN, ...reads))).toEqual(['sesame', 'entry-damaged']);
    await run('both', OPEN, set('production/tokens/venue', LONG));
    await expectMoved();
  });

  test.each([
    ['sendmsg', 13],
    ['rename', 1],
  ])(
    'is all there after a power cut at any %s of the move',
    async (call, every) => {
      let kills = 0;
      for (let nth = 1; nth < 800; nth += every) {
        dataDir = join(folder, `${call}-${nth}`);
        await store();
        const { killed } = await runSteps(dataDir, [OPEN], { env: session.env, script: scripts.both, killAt: { call, nth } });
        const serving = place().current.includes('keyring') ? 'keyring' : 'keytar';
        expect(values(await run(serving, OPEN, ...reads))).toEqual(all);
        await expectMoved();
        if (!killed) break;
        kills += 1;
      }
      expect(kills).toBeGreaterThan(1);
    },
    180_000,
  );
});

test('a keychain that is restarted under a running app is reached again by itself, and every change of then is kept', async () => {
  const results = await run(
    'both',
    OPEN,
    set('client_secret', 'before'),
    { do: 'restart' },
    get('client_secret'),
    set('client_secret', 'after'),
    set('tokens/venue', LONG),
    { do: 'restart' },
    get('tokens/venue'),
  );
  expect(values(results)).toEqual([null, null, 'before', null, null, null, LONG]);
  expect(values(await run('both', OPEN, get('client_secret'), get('tokens/venue')))).toEqual(['after', LONG]);
});

test('a vault that was deleted from the keychain is told of, never taken for an empty one', async () => {
  await run('both', OPEN, set('client_secret', 'sesame'));
  await run('both', { do: 'forget', id: place().id, library: 'keyring', entry: '#present' });
  expect(await run('both', OPEN)).toMatchObject([{ code: 'keychain-emptied' }]);
});
