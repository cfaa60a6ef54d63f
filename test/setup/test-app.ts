/** An app without a venue. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppState, Snapshot } from '../../contract/contract.ts';
import { type App, startApp } from '../../main/app/app.ts';
import { applyPush } from '../../renderer/state/apply-push.ts';
import { closing, testFolder } from './parts.ts';

export async function testApp(settings: object = {}): Promise<App> {
  const dataDir = testFolder();
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ receiver: { port: 0 }, counter: { port: 0 }, ...settings }));
  return closing(await startApp({ dataDir, log: 'silent', vault: 'file' }));
}

export function shownBy(app: App): () => AppState | null {
  let held: Snapshot | null = null;
  app.watch((push) => {
    held = applyPush(held, push).held;
  });
  return () => held?.state ?? null;
}
