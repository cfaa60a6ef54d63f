/** Whose a data folder is: a counter receives orders, a station is a screen of another computer. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LAST_GOOD, SETTINGS } from '../settings/recover-settings.ts';
import { backupFolder, DATABASE } from '../store/backups/files-put-aside.ts';

export type FolderKind = 'counter' | 'station' | 'new';

const STATION_FILE = 'station.json';

export const stationFile = (dataDir: string): string => join(dataDir, STATION_FILE);

/** A counter's folder stays one whatever else is in it, so that its orders are received. */
export function folderKind(dataDir: string): FolderKind {
  // Unchanged settings have no file, and a damaged database may be away: its backups aren't.
  const ofCounter = [SETTINGS, LAST_GOOD, DATABASE].map((name) => join(dataDir, name));
  if ([...ofCounter, backupFolder(dataDir)].some((path) => existsSync(path))) return 'counter';
  return existsSync(stationFile(dataDir)) ? 'station' : 'new';
}

/** The key in the page's storage stays; the counter ends it. */
export const leaveStation = (dataDir: string): void => rmSync(stationFile(dataDir), { force: true });
