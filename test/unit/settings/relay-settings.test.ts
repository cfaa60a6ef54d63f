/** The relay's address, and its operator's code for pairing this computer. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { RelayAddress } from '../../../contract/address.ts';
import { importSecrets, readProvisioningFile, takeSettings } from '../../../main/settings/provision.ts';
import { createRelayAccess } from '../../../main/settings/relay-access.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import { byEnvironment } from '../../../main/vault/by-environment.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { testFolder } from '../../setup/parts.ts';

let dir: string;
beforeEach(() => {
  dir = testFolder();
});

describe("the relay's address", () => {
  it.each([
    ['https://relay.example.test', 'https://relay.example.test'],
    ['wss://relay.example.test/counter', 'https://relay.example.test'],
    ['wss://relay.example.test/chain/', 'https://relay.example.test/chain'],
    ['ws://127.0.0.1:9000/counter', 'http://127.0.0.1:9000'],
    ['http://localhost:9000', 'http://localhost:9000'],
    ['relay.example.test', 'https://relay.example.test'],
  ])('%s is used as %s', (given, used) => {
    expect(v.parse(RelayAddress, given)).toBe(used);
  });

  it.each(['http://relay.example.test', 'ws://relay.example.test', 'https://key@relay.example.test'])(
    '%s is refused: it would send the key unencrypted, or has a key in it',
    (given) => {
      expect(v.safeParse(RelayAddress, given).success).toBe(false);
    },
  );
});

describe('the code in a settings file', () => {
  const write = (content: object): string => {
    const file = join(dir, 'venue.json');
    writeFileSync(file, JSON.stringify(content));
    return file;
  };
  const RELAY = 'https://relay.example.test';

  it('needs a relay address', () => {
    expect(() => readProvisioningFile(write({ secrets: { relay_code: 'one-code-of-many' } }))).toThrow(/relay\.url/);
  });

  it('is kept in the vault, not the settings, is valid only for its relay, and is used once', async () => {
    const vault = byEnvironment(await openVault({ dataDir: dir, prefer: 'file' }), () => 'production');
    const access = createRelayAccess({ opened: Promise.resolve(vault), now: async () => vault });
    const file = readProvisioningFile(write({ relay: { url: RELAY }, secrets: { relay_code: 'one-code-of-many' } }));
    const settings = openSettings(dir);
    takeSettings(file, settings, dir);
    expect((await importSecrets(file, vault, settings.get().service)).leftInFile).toEqual([]);
    expect(readFileSync(join(dir, 'settings.json'), 'utf8')).not.toContain('one-code');
    expect(await access.code(RELAY)).toBe('one-code-of-many');
    expect(await access.code('https://elsewhere.example.test')).toBeNull();

    await access.keepKey(RELAY, 'the-key-it-became-of-thirty-two-letters');
    await access.codeSpent('one-code-of-many');
    expect(await access.code(RELAY)).toBeNull();
    expect((await importSecrets(file, vault, settings.get().service)).leftInFile).toEqual(['relay_code']);
    expect(await access.code(RELAY)).toBeNull();
    expect(await access.key(RELAY)).toBe('the-key-it-became-of-thirty-two-letters');
    expect(await access.key('https://elsewhere.example.test')).toBeNull();
  });
});
