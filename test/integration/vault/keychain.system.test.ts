/** The operating system's keychain, with a real gnome-keyring daemon: moving in, long secrets, power cuts, locks and silence. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type KeyringSession, startKeyring } from './keyring-session.ts';
import { NO_KEYCHAIN, runSteps } from './run-steps.ts';
import type { Result, Step } from './vault-steps.ts';

let folder: string;
let dataDir: string;
let session: KeyringSession | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-keyring-'));
  dataDir = join(folder, 'data-dir');
});
afterEach(async () => {
  await session?.end();
  session = null;
  rmSync(folder, { recursive: true, force: true });
});

const keyring = async (state: 'unlocked' | 'locked' = 'unlocked'): Promise<KeyringSession> => {
  session = await startKeyring(join(folder, 'home'), state);
  return session;
};
const steps = async (given: Step[], env: NodeJS.ProcessEnv = session?.env ?? NO_KEYCHAIN): Promise<Result[]> =>
  (await runSteps(dataDir, given, { env })).results;
const values = (results: Result[]): unknown[] => results.slice(1).map((result) => ('value' in result ? result.value : result));
const file = (name: string): string => join(dataDir, name);

/** The power goes at one call to the keychain of so many: of five in the sweep. */
const CUT_EVERY = 5;

const OPEN: Step = { do: 'open' };
const set = (name: string, value: string): Step => ({ do: 'set', name, value });
const get = (name: string): Step => ({ do: 'get', name });
const IN_KEYCHAIN = { opened: 'keychain', text: 'Credentials are stored in the system keychain.' };
const long = (letter: string, bytes: number): string => letter.repeat(bytes);

describe('a computer with a keychain', () => {
  test('keeps secrets there and none in the data folder', async () => {
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
    expect(existsSync(file('vault.enc'))).toBe(false);
    expect(readFileSync(file('vault-place.json'), 'utf8')).not.toContain('sesame');
  });

  test('does not mix the secrets of two data folders', async () => {
    await keyring();
    await steps([OPEN, set('client_secret', 'of the first')]);
    dataDir = join(folder, 'second');
    expect(values(await steps([OPEN, get('client_secret'), set('client_secret', 'of the second')]))).toEqual([null, null]);
    dataDir = join(folder, 'data-dir');
    expect(values(await steps([OPEN, get('client_secret')]))).toEqual(['of the first']);
  });

  test('keeps secrets of any length, longer and shorter ones in turn, empty ones and ones with strange names', async () => {
    await keyring();
    const given = [long('a', 9_000), long('b', 30_000), 'short', long('ü', 2_600), '', long('c', 1_999), long('d', 2_001), 'nul\0inside'];
    for (const value of given) expect(values(await steps([OPEN, set('tokens/venue', value), get('tokens/venue')]))).toEqual([null, value]);
    expect(values(await steps([OPEN, set('a#a0', 'x'), set('a', long('y', 5_000)), get('a#a0'), get('a')]))).toEqual([
      null,
      null,
      'x',
      long('y', 5_000),
    ]);
  }, 120_000);

  test('a power cut anywhere while a long secret is replaced leaves the old one or the new one', async () => {
    const { env } = await keyring();
    await steps([OPEN, set('tokens/venue', long('0', 7_000))]);
    let last = long('0', 7_000);
    let kills = 0;
    for (let nth = 10; nth < 800; nth += CUT_EVERY) {
      const next = long(String.fromCharCode(97 + (nth % 26)), 5_000 + (nth % 3) * 2_500);
      const run = await runSteps(dataDir, [OPEN, set('tokens/venue', next)], { env, killAt: { call: 'sendmsg', nth } });
      const [found] = values(await steps([OPEN, get('tokens/venue')]));
      expect([last, next]).toContain(found);
      last = String(found);
      if (!run.killed) {
        expect(found).toBe(next);
        break;
      }
      kills += 1;
    }
    expect(kills).toBeGreaterThan(10);
  }, 120_000);
});

describe('a keychain that appears later', () => {
  const secrets: Step[] = [set('client_secret', 'sesame'), set('tokens/a', long('t', 6_000)), set('tokens/b', 'pair')];
  const reads: Step[] = [get('client_secret'), get('tokens/a'), get('tokens/b')];
  const all = ['sesame', long('t', 6_000), 'pair'];

  test('takes over every secret, and only then is the file deleted', async () => {
    expect((await steps([OPEN, ...secrets]))[0]).toMatchObject({ opened: 'file' });
    expect(existsSync(file('vault.enc'))).toBe(true);
    await keyring();
    const [opened, ...found] = await steps([OPEN, ...reads]);
    expect(opened).toEqual(IN_KEYCHAIN);
    expect(found.map((result) => ('value' in result ? result.value : result))).toEqual(all);
    expect([existsSync(file('vault.enc')), existsSync(file('vault.key'))]).toEqual([false, false]);
  });

  test.each(['sendmsg', 'rename', 'unlink'])(
    'a power cut at any %s of the move loses nothing',
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
      expect(existsSync(file('vault.enc'))).toBe(false);
    },
    120_000,
  );

  test('a secret deleted after a move that was cut short does not come back', async () => {
    const { env } = await keyring();
    await steps([OPEN, ...secrets], NO_KEYCHAIN);
    // The one renaming is the note that the secrets are in the keychain now; all of them are there already.
    expect((await runSteps(dataDir, [OPEN], { env, killAt: { call: 'rename', nth: 1 } })).killed).toBe(true);
    expect((await steps([OPEN, { do: 'delete', name: 'tokens/a' }], NO_KEYCHAIN))[0]).toMatchObject({ opened: 'file' });
    expect(values(await steps([OPEN, ...reads]))).toEqual(['sesame', null, 'pair']);
  });
});

describe('a vault that was in the keychain', () => {
  beforeEach(async () => {
    await keyring();
    await steps([OPEN, set('client_secret', 'sesame')]);
  });

  test('is never replaced by an empty file when there is no keychain', async () => {
    await session?.end();
    session = null;
    expect(await steps([OPEN])).toMatchObject([{ code: 'keychain-unreachable', hint: expect.stringContaining('Log in') }]);
    expect(await steps([{ do: 'open', prefer: 'file' }])).toMatchObject([{ code: 'in-keychain' }]);
    expect(existsSync(file('vault.enc'))).toBe(false);
    await keyring();
    expect(values(await steps([OPEN, get('client_secret')]))).toEqual(['sesame']);
  });

  test('says that the keychain is locked', async () => {
    await session?.end();
    await keyring('locked');
    expect(await steps([OPEN])).toMatchObject([{ code: 'keychain-locked', hint: expect.stringContaining('Unlock') }]);
  });

  test('never takes a keychain that was locked in the meantime for one without the secret', async () => {
    const [, , ...locked] = await steps([
      OPEN,
      { do: 'lock' },
      get('client_secret'),
      get('nothing'),
      set('client_secret', 'other'),
      set('tokens/venue', long('x', 5_000)),
      { do: 'delete', name: 'client_secret' },
    ]);
    expect(locked.map((result) => ('code' in result ? result.code : result))).toEqual(Array(5).fill('keychain-locked'));
    await session?.end();
    await keyring();
    expect(values(await steps([OPEN, get('client_secret'), get('tokens/venue')]))).toEqual(['sesame', null]);
  });

  test('says that the keychain was emptied or is another one', async () => {
    await session?.end();
    rmSync(join(folder, 'home'), { recursive: true });
    await keyring();
    expect(await steps([OPEN])).toMatchObject([{ code: 'keychain-emptied', hint: expect.stringContaining('vault-place.json') }]);
  });
});
