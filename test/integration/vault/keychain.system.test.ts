/** The operating system's keychain with a real gnome-keyring daemon: migration, power cuts, locks and hangs. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testFolder } from '../../setup/parts.ts';
import { type KeyringSession, startKeyring } from './keyring-session.ts';
import { NO_KEYCHAIN, runSteps } from './run-steps.ts';
import type { Result, Step } from './vault-steps.ts';

let folder: string;
let dataDir: string;
let session: KeyringSession | null = null;

beforeEach(() => {
  folder = testFolder();
  dataDir = join(folder, 'data-dir');
});
afterEach(async () => {
  await session?.end();
  session = null;
});

const keyring = async (state: 'unlocked' | 'locked' = 'unlocked'): Promise<KeyringSession> => {
  session = await startKeyring(join(folder, 'home'), state);
  return session;
};
const steps = async (given: Step[], env: NodeJS.ProcessEnv = session?.env ?? NO_KEYCHAIN): Promise<Result[]> =>
  (await runSteps(dataDir, given, { env })).results;
const values = (results: Result[]): unknown[] => results.slice(1).map((result) => ('value' in result ? result.value : result));
const file = (name: string): string => join(dataDir, name);

/** Sets how many keychain calls are between two power cuts. */
const CUT_EVERY = 5;

const OPEN: Step = { do: 'open' };
const set = (name: string, value: string): Step => ({ do: 'set', name, value });
const get = (name: string): Step => ({ do: 'get', name });
const IN_KEYCHAIN = { opened: 'keychain', text: 'Credentials are stored in an encrypted file. The system keeps its key.' };
const long = (letter: string, bytes: number): string => letter.repeat(bytes);

describe('a computer with a keychain', () => {
  test('has one key in the keychain, and the secrets in a file encrypted with that key', async () => {
    await keyring();
    expect(await steps([OPEN, set('client_secret', 'sesame'), get('client_secret'), get('nothing')])).toEqual([
      IN_KEYCHAIN,
      { value: null },
      { value: 'sesame' },
      { value: null },
    ]);
    expect(values(await steps([OPEN, get('client_secret'), { do: 'delete', name: 'client_secret' }, get('client_secret')]))).toEqual([
      'sesame',
      null,
      null,
    ]);
    expect(readdirSync(dataDir).sort()).toEqual(['vault-place.json', 'vault.enc']);
    for (const name of ['vault.enc', 'vault-place.json']) expect(readFileSync(file(name), 'latin1')).not.toContain('sesame');
  });

  test('has separate secrets for two data folders', async () => {
    await keyring();
    await steps([OPEN, set('client_secret', 'of the first')]);
    dataDir = join(folder, 'second');
    expect(values(await steps([OPEN, get('client_secret'), set('client_secret', 'of the second')]))).toEqual([null, null]);
    dataDir = join(folder, 'data-dir');
    expect(values(await steps([OPEN, get('client_secret')]))).toEqual(['of the first']);
  });
});

describe('a keychain that appears later', () => {
  const secrets: Step[] = [set('client_secret', 'sesame'), set('tokens/a', long('t', 6_000)), set('tokens/b', 'pair')];
  const reads: Step[] = [get('client_secret'), get('tokens/a'), get('tokens/b')];
  const all = ['sesame', long('t', 6_000), 'pair'];

  test("takes over the vault's key, and only then vault.key is deleted", async () => {
    expect((await steps([OPEN, ...secrets]))[0]).toMatchObject({ opened: 'file' });
    expect(existsSync(file('vault.enc'))).toBe(true);
    await keyring();
    const [opened, ...found] = await steps([OPEN, ...reads]);
    expect(opened).toEqual(IN_KEYCHAIN);
    expect(found.map((result) => ('value' in result ? result.value : result))).toEqual(all);
    expect([existsSync(file('vault.enc')), existsSync(file('vault.key'))]).toEqual([true, false]);
  });

  test.each(['sendmsg', 'rename', 'unlink'])(
    'loses no secret in a power cut at any %s while the key moves',
    async (call) => {
      const { env } = await keyring();
      await steps([OPEN, ...secrets], NO_KEYCHAIN);
      let kills = 0;
      for (let nth = 1; nth < 400; nth += call === 'sendmsg' ? 2 * CUT_EVERY - 1 : 1) {
        const run = await runSteps(dataDir, [OPEN], { env, killAt: { call, nth } });
        if (!run.killed) break;
        kills += 1;
      }
      expect(kills).toBeGreaterThan(0);
      const [opened, ...found] = await steps([OPEN, ...reads]);
      expect(opened).toEqual(IN_KEYCHAIN);
      expect(found.map((result) => ('value' in result ? result.value : result))).toEqual(all);
      expect(existsSync(file('vault.key'))).toBe(false);
    },
    120_000,
  );
});

describe('a vault whose key is in the keychain', () => {
  beforeEach(async () => {
    await keyring();
    await steps([OPEN, set('client_secret', 'sesame')]);
  });

  test("isn't replaced by an empty vault while the keychain can't be reached", async () => {
    await session?.end();
    session = null;
    expect(await steps([OPEN])).toMatchObject([{ code: 'keychain-unreachable', hint: expect.stringContaining('Log in') }]);
    expect(await steps([{ do: 'open', prefer: 'file' }])).toMatchObject([{ code: 'in-keychain' }]);
    await keyring();
    expect(values(await steps([OPEN, get('client_secret')]))).toEqual(['sesame']);
  });

  test('reports a locked keychain', async () => {
    await session?.end();
    await keyring('locked');
    expect(await steps([OPEN])).toMatchObject([{ code: 'keychain-locked', hint: expect.stringContaining('Unlock') }]);
  });

  test('keeps working while the keychain is locked after opening', async () => {
    const results = await steps([OPEN, { do: 'lock' }, get('client_secret'), get('nothing'), set('tokens/venue', long('x', 5_000))]);
    expect(values(results)).toEqual([null, 'sesame', null, null]);
    await session?.end();
    await keyring();
    expect(values(await steps([OPEN, get('tokens/venue')]))).toEqual([long('x', 5_000)]);
  });

  test('reports a keychain without its key until staff remove vault.enc', async () => {
    await session?.end();
    rmSync(join(folder, 'home'), { recursive: true });
    await keyring();
    for (let tries = 0; tries < 2; tries += 1)
      expect(await steps([OPEN])).toMatchObject([{ code: 'keychain-emptied', hint: expect.stringContaining('remove vault.enc') }]);
    rmSync(file('vault.enc'));
    expect(values(await steps([OPEN, get('client_secret'), set('client_secret', 'new'), get('client_secret')]))).toEqual([
      null,
      null,
      'new',
    ]);
  });

  test('reports a vault.enc of another key, and a missing one', async () => {
    const ours = readFileSync(file('vault.enc'));
    const place = readFileSync(file('vault-place.json'));
    dataDir = join(folder, 'second');
    await steps([OPEN, set('client_secret', 'of the second')]);
    writeFileSync(file('vault.enc'), ours);
    expect(await steps([OPEN])).toMatchObject([{ code: 'vault-damaged', hint: expect.stringContaining('vault-place.json') }]);
    writeFileSync(file('vault-place.json'), place);
    expect(values(await steps([OPEN, get('client_secret')]))).toEqual(['sesame']);
    rmSync(file('vault.enc'));
    expect(await steps([OPEN])).toMatchObject([{ code: 'vault-lost' }]);
  });
});
