/** Two libraries and one real keychain: either serves alone, one takes over from the other, and neither ever tells an old secret for the newest. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-twin-'));
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
const current = (): string[] => JSON.parse(readFileSync(join(dataDir, 'vault-place.json'), 'utf8')).current;
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
    expect(current()).toEqual([library]);
  });

  test('a keychain that is locked is never taken for one without the secret', async () => {
    await run(library, OPEN, set('client_secret', 'sesame'));
    const locked = await run(library, OPEN, { do: 'lock' }, get('client_secret'), get('nothing'), set('client_secret', 'other'), {
      do: 'delete',
      name: 'client_secret',
    });
    expect(values(locked).slice(1)).toEqual(Array(4).fill('keychain-locked'));
  });

  test('what it kept is there through the other one, once a start had both', async () => {
    await run(library, OPEN, set('client_secret', 'sesame'), set('tokens/venue', LONG));
    expect(values(await run('both', OPEN, get('client_secret')))).toEqual(['sesame']);
    expect(current().sort()).toEqual(['keyring', 'keytar']);
    const other = library === 'keytar' ? 'keyring' : 'keytar';
    expect(values(await run(other, OPEN, get('client_secret'), get('tokens/venue')))).toEqual(['sesame', LONG]);
  });

  test('a vault that only it holds is waited for where it cannot be loaded, and nothing is begun anew', async () => {
    await run(library, OPEN, set('client_secret', 'sesame'));
    const other = library === 'keytar' ? 'keyring' : 'keytar';
    expect(await run(other, OPEN)).toMatchObject([{ code: 'keychain-unreachable', says: expect.stringContaining(`(${library})`) }]);
    expect(existsSync(join(dataDir, 'vault.enc'))).toBe(false);
    expect(values(await run(library, OPEN, get('client_secret')))).toEqual(['sesame']);
  });
});

test('what the first version kept with keytar is all there, and can be read without keytar from then on', async () => {
  const secrets = { 'production/client_secret': 'sesame', 'production/tokens/venue': LONG };
  await run('both', { do: 'earlier', id: ID, secrets });
  const reads = Object.keys(secrets).map(get);
  expect(values(await run('both', OPEN, ...reads))).toEqual(Object.values(secrets));
  expect(values(await run('keyring', OPEN, ...reads))).toEqual(Object.values(secrets));
  expect(values(await run('keytar', OPEN, ...reads))).toEqual(Object.values(secrets));
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
    get('client_secret'),
    { do: 'restart' },
    get('tokens/venue'),
  );
  expect(values(results)).toEqual([null, null, 'before', null, null, 'after', null, LONG]);
  // keytar could not follow, so its entries are old; the next start asks the other one first, and brings keytar up to date.
  expect(current()).toEqual(['keyring']);
  expect(values(await run('both', OPEN, get('client_secret')))).toEqual(['after']);
  expect(values(await run('keytar', OPEN, get('client_secret'), get('tokens/venue')))).toEqual(['after', LONG]);
});

test.each(['keytar', 'keyring'] as const)(
  'entries of %s that were deleted by somebody come from the other one, and are put back',
  async (library) => {
    await run('both', OPEN, set('client_secret', 'sesame'));
    const { id } = JSON.parse(readFileSync(join(dataDir, 'vault-place.json'), 'utf8'));
    await run('both', { do: 'forget', id, library });
    expect(values(await run('both', OPEN, get('client_secret')))).toEqual(['sesame']);
    expect(values(await run(library, OPEN, get('client_secret')))).toEqual(['sesame']);
  },
);

test('a vault that was deleted through both is told of, never taken for an empty one', async () => {
  await run('both', OPEN, set('client_secret', 'sesame'));
  const { id } = JSON.parse(readFileSync(join(dataDir, 'vault-place.json'), 'utf8'));
  await run('both', { do: 'forget', id, library: 'keytar' }, { do: 'forget', id, library: 'keyring' });
  expect(await run('both', OPEN)).toMatchObject([{ code: 'keychain-emptied' }]);
});

test('a power cut anywhere while a secret is replaced leaves no library that tells an older one', async () => {
  await run('both', OPEN, set('tokens/venue', 'value 0'));
  let last = 'value 0';
  let kills = 0;
  for (let nth = 10; nth < 400; nth += 3) {
    const next = `value ${nth}`;
    const { killed } = await runSteps(dataDir, [OPEN, set('tokens/venue', next)], {
      env: session.env,
      script: scripts.both,
      killAt: { call: 'sendmsg', nth },
    });
    const told: unknown[] = [];
    for (const which of ['keytar', 'keyring'] as const) {
      // Alone, before a start with both mends what the kill left behind: it tells the newest, or that it does not know.
      if (!current().includes(which)) continue;
      told.push(...values(await run(which, OPEN, get('tokens/venue'))));
    }
    for (const value of told) expect([last, next]).toContain(value);
    const [found] = values(await run('both', OPEN, get('tokens/venue')));
    expect([last, next]).toContain(found);
    last = String(found);
    if (!killed) break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(3);
  expect(values(await run('keytar', OPEN, get('tokens/venue')))).toEqual(values(await run('keyring', OPEN, get('tokens/venue'))));
}, 120_000);
