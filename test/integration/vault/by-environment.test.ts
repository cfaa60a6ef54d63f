/** Two environments and several venues in one vault keep separate secrets. */
import { expect, test } from 'vitest';
import { byEnvironment } from '../../../main/vault/by-environment.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { testFolder } from '../../setup/parts.ts';

test('development and production have separate client secrets and tokens in one vault', async () => {
  const dataDir = testFolder();
  let environment = 'development';
  const vault = byEnvironment(await openVault({ dataDir, prefer: 'file' }), () => environment);
  await vault.set('client_secret', 'of development');
  await vault.set('tokens/venue-1', 'one, tried');
  environment = 'production';
  expect(await vault.get('client_secret')).toBeNull();
  await vault.set('client_secret', 'of production');
  await vault.set('tokens/venue-1', 'one');
  await vault.set('tokens/venue-2', 'two');
  environment = 'development';
  expect([await vault.get('client_secret'), await vault.get('tokens/venue-1'), await vault.get('tokens/venue-2')]).toEqual([
    'of development',
    'one, tried',
    null,
  ]);
  await vault.delete('tokens/venue-1');
  environment = 'production';
  expect([await vault.get('client_secret'), await vault.get('tokens/venue-1'), await vault.get('tokens/venue-2')]).toEqual([
    'of production',
    'one',
    'two',
  ]);
});
