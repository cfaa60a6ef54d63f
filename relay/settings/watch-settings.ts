/** Rereads the settings file: webhook secrets and alerts apply at runtime. */
import { existsSync } from 'node:fs';
import type { Time } from '../../shared/time/time.ts';
import { followFiles } from './follow-files.ts';
import type { RelaySettings } from './settings.ts';
import { readSettings } from './settings-file.ts';

export interface LiveSettings extends Disposable {
  secrets(): RelaySettings['webhook_secrets'];
  alerts(): RelaySettings['alerts'];
  /** Why the current file isn't in use, or null. */
  trouble(): string | null;
}

/** `file`: null for none. Reports an unusable or deleted file and keeps the old settings. */
export function watchSettings(settings: RelaySettings, file: string | null, time: Time, onDefect: (error: unknown) => void): LiveSettings {
  let now = settings;
  let trouble: string | null = null;
  let wasThere = file !== null && existsSync(file);
  const read = (): void => {
    if (file === null) return;
    wasThere ||= existsSync(file);
    if (!wasThere) return;
    try {
      now = readSettings(file, true);
      trouble = null;
    } catch (error) {
      trouble = (error as Error).message;
      onDefect(error);
    }
  };
  const stopFollowing = file === null ? () => undefined : followFiles([file], time, read, onDefect);
  return {
    secrets: () => now.webhook_secrets,
    alerts: () => now.alerts,
    trouble: () => trouble,
    [Symbol.dispose]: stopFollowing,
  };
}
