import type { CallOutput } from '../../contract/contract.ts';
import { supportBundle } from '../monitor/support/support-bundle.ts';
import type { Kernel } from './context.ts';

export type SupportFile = CallOutput<'diagnostics.bundle'>;
export type SupportFileSources = Kernel<'store' | 'time' | 'settings' | 'secrets' | 'feed' | 'dataDir' | 'crashFolder' | 'version'>;

export async function makeSupportFile(from: SupportFileSources): Promise<SupportFile> {
  // Loads every secret, so the file can redact it; without the vault, only secrets of known forms are redacted.
  await from.secrets.readAll([]).catch(() => undefined);
  return supportBundle({ ...from, clock: from.time.service, settings: from.settings.get() });
}
