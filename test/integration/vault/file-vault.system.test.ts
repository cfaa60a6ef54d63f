/** The encrypted file after a power cut at any step of saving a secret. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { openVault, type Vault } from '../../../main/vault/vault.ts';
import { testFolder } from '../../setup/parts.ts';
import { runSteps } from './run-steps.ts';
import type { Step } from './vault-steps.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = testFolder();
});

const open = (): Promise<Vault> => openVault({ dataDir, prefer: 'file' });

const saved = (name: string, value: string): Step[] => [
  { do: 'open', prefer: 'file' },
  { do: 'set', name, value },
];

describe('a power cut while a secret is saved', () => {
  test('between writing and renaming the temporary file leaves the old secret', async () => {
    await (await open()).set('client_secret', 'old');
    // The vault was opened before, so the only rename is that of the secrets.
    const run = await runSteps(dataDir, saved('client_secret', 'new'), { killAt: { call: 'rename', nth: 1 } });
    expect(run.killed).toBe(true);
    expect(readdirSync(dataDir)).toContain('vault.enc.part');
    const vault = await open();
    expect(await vault.get('client_secret')).toBe('old');
    await vault.set('client_secret', 'newer');
    expect(await (await open()).get('client_secret')).toBe('newer');
    expect(readdirSync(dataDir).sort()).toEqual(['vault-place.json', 'vault.enc', 'vault.key']);
  });

  test('at any flush leaves the old secret or the new one', async () => {
    await (await open()).set('client_secret', 'value 0');
    let nth = 1;
    for (; nth < 50; nth += 1) {
      const before = await (await open()).get('client_secret');
      const after = `value ${nth}`;
      const run = await runSteps(dataDir, saved('client_secret', after), { killAt: { call: 'fsync', nth } });
      expect([before, after]).toContain(await (await open()).get('client_secret'));
      if (!run.killed) break;
    }
    expect(await (await open()).get('client_secret')).toBe(`value ${nth}`);
    expect(nth).toBeGreaterThan(2);
  }, 120_000);

  test('before the first secret was saved leaves a working vault', async () => {
    for (let nth = 1; nth < 20; nth += 1) {
      const run = await runSteps(dataDir, saved('n', 'v'), { killAt: { call: 'fsync', nth } });
      const value = await (await open()).get('n');
      expect([null, 'v']).toContain(value);
      if (!run.killed) return expect(value).toBe('v');
      rmSync(dataDir, { recursive: true });
      mkdirSync(dataDir);
    }
    expect.unreachable('the run was killed every time');
  }, 120_000);
});
