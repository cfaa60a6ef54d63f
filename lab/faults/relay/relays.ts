/** Relays that share a Postgres. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRelayProcess, type RelayProcess } from './relay-process.ts';

/** The same at all relays of a database. */
const KEYS = ['operator.key', 'waiting.key'];

/** Starts them. `urls`: of the database's servers. */
export async function openRelays(
  folder: string,
  count: number,
  urls: readonly string[],
  settings: Record<string, unknown> = {},
): Promise<RelayProcess[]> {
  const folders = Array.from({ length: count }, (_, at) => join(folder, `relay-${at + 1}`));
  const relays: RelayProcess[] = [];
  for (const dataDir of folders) {
    const relay = await openRelayProcess(dataDir, {}, { engine: { postgres: { urls } }, ...settings });
    if (relays.length > 0) for (const key of KEYS) copyFileSync(join(folders[0] ?? '', key), join(dataDir, key));
    await relay.start();
    relays.push(relay);
  }
  return relays;
}
