/** The two keychain libraries with a real keychain. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileFolder, testFolder } from '../../setup/parts.ts';
import { type KeyringSession, startKeyring } from './keyring-session.ts';
import { appWith, runSteps } from './run-steps.ts';
import type { Result, Step } from './vault-steps.ts';

const ID = '00112233445566aa';
const PACKAGES = { keytar: ['keytar'], keyring: ['@napi-rs/keyring'], both: ['keytar', '@napi-rs/keyring'] };
type With = keyof typeof PACKAGES;

const apps = fileFolder();
const scripts = {} as Record<With, string>;
beforeAll(() => {
  for (const which of Object.keys(PACKAGES) as With[]) scripts[which] = appWith(join(apps, which), PACKAGES[which]);
});

let folder: string;
let dataDir: string;
let session: KeyringSession;
beforeEach(async () => {
  folder = testFolder();
  dataDir = join(folder, 'data-dir');
  session = await startKeyring(join(folder, 'home'), 'unlocked');
});
afterEach(() => session.end());

const OPEN: Step = { do: 'open' };
const set = (name: string, value: string): Step => ({ do: 'set', name, value });
const get = (name: string): Step => ({ do: 'get', name });
const run = async (which: With, ...steps: Step[]): Promise<Result[]> =>
  (await runSteps(dataDir, steps, { env: session.env, script: scripts[which] })).results;
const values = (results: Result[]): unknown[] =>
  results.slice(1).map((result) => ('value' in result ? result.value : 'code' in result && result.code));
const place = (): { id: string; key?: string; current: string[] } => JSON.parse(readFileSync(join(dataDir, 'vault-place.json'), 'utf8'));
const LONG = 'a long secret, ä '.repeat(300);

describe.each(['keytar', 'keyring'] as const)('with %s alone', (library) => {
  test('secrets survive a restart, also long ones and those with unusual names', async () => {
    const [opened] = await run(library, OPEN, set('client_secret', 'sesame'), set('a#a0', LONG), set('gone', 'x'), {
      do: 'delete',
      name: 'gone',
    });
    expect(opened).toMatchObject({ opened: 'keychain' });
    expect(values(await run(library, OPEN, get('client_secret'), get('a#a0'), get('gone')))).toEqual(['sesame', LONG, null]);
    expect(place()).toMatchObject({ key: library, current: [] });
  });

  test('a hanging keychain is reported as not responding', async () => {
    await run(library, OPEN, set('client_secret', 'sesame'));
    session.freeze();
    // The library gives up after three seconds, or sooner with its own error.
    const text = expect.stringMatching(/didn't answer within 3 seconds\.|isn't responding: \w/);
    expect(await run(library, OPEN)).toMatchObject([{ code: 'keychain-unreachable', text }]);
    session.thaw();
    expect(values(await run(library, OPEN, get('client_secret')))).toEqual(['sesame']);
  });

  test("a vault whose library can't be loaded stops the start; no empty vault replaces it", async () => {
    await run(library, OPEN, set('client_secret', 'sesame'));
    const other = library === 'keytar' ? 'keyring' : 'keytar';
    expect(await run(other, OPEN)).toMatchObject([{ code: 'keychain-unreachable', text: expect.stringContaining(`(${library})`) }]);
    expect(values(await run(library, OPEN, get('client_secret')))).toEqual(['sesame']);
  });
});

describe('secrets of an earlier version', () => {
  const SECRETS = { 'production/client_secret': 'sesame', 'production/tokens/venue': LONG };
  const reads = Object.keys(SECRETS).map(get);
  const all = Object.values(SECRETS);
  const EARLIER = [
    ['keyring', true],
    ['keytar', true],
    ['keytar', false],
  ] as const;
  const earlier = (library: 'keytar' | 'keyring', isListed: boolean): Step => ({
    do: 'earlier',
    id: ID,
    library,
    isListed,
    secrets: SECRETS,
  });

  async function expectMoved(library: 'keytar' | 'keyring'): Promise<void> {
    expect(values(await run('both', OPEN, ...reads))).toEqual(all);
    expect(place()).toMatchObject({ key: 'keyring', current: [] });
    for (const entry of ['#present', '#names', ...Object.keys(SECRETS), 'production/tokens/venue#a0'])
      expect(await run('both', { do: 'entry', id: ID, library, entry })).toEqual([{ value: null }]);
    expect(values(await run('keyring', OPEN, ...reads))).toEqual(all);
  }

  test.each(EARLIER)(
    'in the keychain, written by %s, move to the file and are deleted there (with a list of names: %s)',
    async (...how) => {
      await run('both', earlier(...how));
      await expectMoved(how[0]);
    },
  );

  test("stay in the keychain while their library can't be loaded or the keychain is locked", async () => {
    await run('both', earlier('keytar', true));
    expect(await run('keyring', OPEN)).toMatchObject([{ code: 'keychain-unreachable', text: expect.stringContaining('(keytar)') }]);
    expect(await run('both', { do: 'lock' }, OPEN)).toMatchObject([{ value: null }, { code: 'keychain-locked' }]);
    await session.unlock();
    await expectMoved('keytar');
  });

  test('move to the file, except a damaged one', async () => {
    await run('both', earlier('keyring', true));
    await run('both', { do: 'forget', id: ID, library: 'keyring', entry: 'production/tokens/venue#a3' });
    expect(values(await run('both', OPEN, ...reads))).toEqual(['sesame', null]);
  });

  test('that were deleted from the keychain are reported', async () => {
    await run('both', earlier('keyring', true), { do: 'forget', id: ID, library: 'keyring', entry: '#present' });
    expect(await run('both', OPEN)).toMatchObject([{ code: 'keychain-emptied', hint: expect.stringContaining('vault-place.json') }]);
  });

  test.each([
    ['sendmsg', 17],
    ['rename', 1],
  ])(
    'survive a power cut at any %s while they move',
    async (call, every) => {
      let kills = 0;
      for (let nth = 1; nth < 800; nth += every) {
        dataDir = join(folder, `${call}-${nth}`);
        await run('both', earlier('keyring', true));
        const { killed } = await runSteps(dataDir, [OPEN], { env: session.env, script: scripts.both, killAt: { call, nth } });
        await expectMoved('keyring');
        if (!killed) break;
        kills += 1;
        // Removes this run's key, as the next data folder would have another name in the keychain.
        await run('both', { do: 'forget', id: ID, library: 'keyring', entry: '#key' });
      }
      expect(kills).toBeGreaterThan(1);
    },
    180_000,
  );
});

test("a keychain that restarts while the app runs doesn't matter: later changes are saved", async () => {
  const results = await run(
    'both',
    OPEN,
    set('client_secret', 'before'),
    { do: 'restart' },
    get('client_secret'),
    set('client_secret', 'after'),
    set('tokens/venue', LONG),
  );
  expect(values(results)).toEqual([null, null, 'before', null, null]);
  expect(values(await run('both', OPEN, get('client_secret'), get('tokens/venue')))).toEqual(['after', LONG]);
});

test("a vault's key that was deleted from the keychain is reported, and no empty vault is created", async () => {
  await run('both', OPEN, set('client_secret', 'sesame'));
  await run('both', { do: 'forget', id: place().id, library: 'keyring', entry: '#key' });
  expect(await run('both', OPEN)).toMatchObject([{ code: 'keychain-emptied' }]);
});
