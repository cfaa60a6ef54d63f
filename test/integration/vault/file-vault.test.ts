/** The encrypted file: private, whole after any crash, and never silently empty. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openVault, type Vault, VaultError } from '../../../main/vault/vault.ts';
import { testFolder } from '../../setup/parts.ts';
import { appWith, NO_KEYCHAIN, runSteps } from './run-steps.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = testFolder();
});

const open = (): Promise<Vault> => openVault({ dataDir, prefer: 'file' });
const at = (name: string): string => join(dataDir, name);
const mode = (name: string): number => statSync(at(name)).mode & 0o777;
const refusal = async (work: Promise<unknown>): Promise<VaultError> => {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof VaultError)) throw new Error(`expected a VaultError, got ${String(error)}`);
  return error;
};

describe('a computer without a keychain', () => {
  test('keeps its secrets in the file over a restart', async () => {
    const vault = await open();
    await vault.set('client_secret', 'first');
    await vault.set('client_secret', 'second');
    await vault.set('tokens/venue', 'a pair with ünïcode ☕');
    await vault.set('gone', 'x');
    await vault.delete('gone');
    const again = await open();
    expect(again.kind).toBe('file');
    expect(await again.get('client_secret')).toBe('second');
    expect(await again.get('tokens/venue')).toBe('a pair with ünïcode ☕');
    expect(await again.get('gone')).toBeNull();
  });

  test('closes the file and its key to other users, even after they were opened up', async () => {
    await (await open()).set('client_secret', 'value-to-hide');
    expect([mode('vault.enc'), mode('vault.key')]).toEqual([0o600, 0o600]);
    expect(readFileSync(at('vault.enc'), 'latin1')).not.toContain('value-to-hide');
    chmodSync(at('vault.enc'), 0o644);
    chmodSync(at('vault.key'), 0o644);
    await open();
    expect([mode('vault.enc'), mode('vault.key')]).toEqual([0o600, 0o600]);
  });

  test('never encrypts two states with the same nonce', async () => {
    const vault = await open();
    const nonces = new Set<string>();
    for (let count = 0; count < 20; count += 1) {
      await vault.set('client_secret', 'the same');
      nonces.add(readFileSync(at('vault.enc')).subarray(4, 16).toString('hex'));
    }
    expect(nonces.size).toBe(20);
  });

  test('keeps all of many concurrently saved secrets, and the last value of a name', async () => {
    const vault = await open();
    await Promise.all(Array.from({ length: 40 }, (_, index) => vault.set(`tokens/${index % 20}`, `pair ${index}`)));
    const again = await open();
    for (let index = 0; index < 20; index += 1) expect(await again.get(`tokens/${index}`)).toBe(`pair ${index + 20}`);
    expect(readdirSync(dataDir).sort()).toEqual(['vault-place.json', 'vault.enc', 'vault.key']);
  });

  test('says that it uses the file, with or without the keychain library', async () => {
    const here = await runSteps(dataDir, [{ do: 'open' }], { env: NO_KEYCHAIN });
    expect(here.results).toEqual([{ opened: 'file', text: 'Credentials are stored in an encrypted file, because no keychain answered.' }]);

    const script = appWith(at('app'), []);
    const without = await runSteps(at('other'), [{ do: 'open' }, { do: 'set', name: 'n', value: 'v' }, { do: 'get', name: 'n' }], {
      script,
    });
    expect(without.results).toEqual([...here.results, { value: null }, { value: 'v' }]);
    const asked = await runSteps(at('third'), [{ do: 'open', prefer: 'keychain' }], { script });
    expect(asked.results).toMatchObject([{ code: 'keychain-unreachable', text: expect.stringContaining('(keyring)') }]);
  });

  test('refuses to start with "keychain only" instead of quietly using the file', async () => {
    const { results } = await runSteps(dataDir, [{ do: 'open', prefer: 'keychain' }]);
    expect(results).toMatchObject([{ code: 'keychain-unreachable', hint: expect.stringMatching(/\w/) }]);
  });
});

describe('a damaged or missing file', () => {
  test.each([
    ['one changed byte', (sealed: Buffer) => sealed.with(sealed.length - 1, (sealed.at(-1) ?? 0) ^ 1)],
    ['another nonce', (sealed: Buffer) => sealed.with(5, (sealed.at(5) ?? 0) ^ 1)],
    ['a shortened tag', (sealed: Buffer) => sealed.subarray(0, 20)],
    ['no content', () => Buffer.alloc(0)],
    ['another format', (sealed: Buffer) => sealed.with(0, 0)],
  ])('a vault.enc with %s is reported and kept until staff give it up', async (_what, damage) => {
    await (await open()).set('client_secret', 'value');
    const damaged = damage(readFileSync(at('vault.enc')));
    writeFileSync(at('vault.enc'), damaged);

    for (let tries = 0; tries < 3; tries += 1) {
      const error = await refusal(open());
      expect(error.code).toBe('vault-damaged');
      expect(error.hint).toEqual({ code: 'vault.restoreFileAndKey', values: { fileName: 'vault.key' } });
    }
    expect(readFileSync(at('vault.enc'))).toEqual(Buffer.from(damaged));
    expect(readdirSync(dataDir).sort()).toEqual(['vault-place.json', 'vault.enc', 'vault.key']);

    renameSync(at('vault.enc'), at('vault.enc.old'));
    const next = await open();
    expect(await next.get('client_secret')).toBeNull();
    await next.set('client_secret', 'new');
    expect(await (await open()).get('client_secret')).toBe('new');
  });

  test('a missing vault.key is reported, and all secrets are back once it is restored', async () => {
    await (await open()).set('client_secret', 'value');
    const key = readFileSync(at('vault.key'));
    rmSync(at('vault.key'));
    expect((await refusal(open())).code).toBe('key-missing');
    expect((await refusal(open())).code).toBe('key-missing');

    writeFileSync(at('vault.key'), key);
    expect(await (await open()).get('client_secret')).toBe('value');
  });

  test("another computer's key doesn't open the vault", async () => {
    await (await open()).set('client_secret', 'value');
    writeFileSync(at('vault.key'), Buffer.alloc(32, 7));
    expect((await refusal(open())).code).toBe('vault-damaged');
  });

  test('a missing vault file is reported until it is restored; if staff give it up, its key stays', async () => {
    await (await open()).set('client_secret', 'value');
    renameSync(at('vault.enc'), at('vault.enc.old'));
    for (let tries = 0; tries < 3; tries += 1) expect((await refusal(open())).code).toBe('vault-lost');
    renameSync(at('vault.enc.old'), at('vault.enc'));
    expect(await (await open()).get('client_secret')).toBe('value');

    renameSync(at('vault.enc'), at('vault.enc.old'));
    expect((await refusal(open())).hint).toEqual({ code: 'vault.restoreFileAndKeyFile', values: { keyFile: 'vault.key' } });
    rmSync(at('vault-place.json'));
    const next = await open();
    expect(await next.get('client_secret')).toBeNull();
    await next.set('client_secret', 'new');

    renameSync(at('vault.enc.old'), at('vault.enc'));
    expect(await (await open()).get('client_secret')).toBe('value');
  });

  test.each([
    ['empty', ''],
    ['only zeros, as a power cut leaves it', '\0'.repeat(65)],
    ['cut short', '{"id":'],
  ])('a vault-place.json that is %s is rewritten, as the vault next to it is whole', async (_what, text) => {
    await (await open()).set('client_secret', 'value');
    writeFileSync(at('vault-place.json'), text);
    expect(await (await open()).get('client_secret')).toBe('value');
    expect(JSON.parse(readFileSync(at('vault-place.json'), 'utf8'))).toMatchObject({ place: 'file', made: true });
  });

  test('without a vault file, a damaged vault-place.json stops the start, as the secrets may be in a keychain', async () => {
    writeFileSync(at('vault-place.json'), '{"id":');
    expect((await refusal(open())).code).toBe('place-damaged');
  });

  test("a vault sealed by the system isn't opened as another kind when vault-place.json is damaged", async () => {
    await (await open()).set('client_secret', 'value');
    renameSync(at('vault.key'), at('vault.key.sealed'));
    writeFileSync(at('vault-place.json'), '\0'.repeat(65));
    const refused = await refusal(openVault({ dataDir, prefer: 'auto' }));
    expect(refused.code).toBe('sealed-by-desktop');
  });
});

describe('a disk that refuses', () => {
  test("a secret that couldn't be written is reported, and the old one stays", async () => {
    const vault = await open();
    await vault.set('client_secret', 'old');
    mkdirSync(at('vault.enc.part'));
    const error = await refusal(vault.set('client_secret', 'the-new-value'));
    expect(error.code).toBe('vault-unwritable');
    expect(`${JSON.stringify([error.text, error.hint])} ${error.stack}`).not.toContain('the-new-value');
    expect(await vault.get('client_secret')).toBe('old');
    rmSync(at('vault.enc.part'), { recursive: true });
    await vault.set('client_secret', 'the-new-value');
    expect(await (await open()).get('client_secret')).toBe('the-new-value');
  });
});
