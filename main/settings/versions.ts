/** From which version of Tillbridge's settings a file is, and how much of a later one can be used. */
import * as v from 'valibot';
import { message } from '../../contract/message.ts';
import { SETTINGS_VERSION, Settings } from '../../contract/settings/settings.ts';
import { nameOfPlace } from './settings-file.ts';

type Stored = Record<string, unknown>;

/** Settings that a later version wrote. They hold as far as this version knows them, and nothing is written over them. */
export interface LaterSettings {
  version: number;
  /** Places that this version does not know, as docs/settings.md names them. */
  passedOver: string[];
}

export const LATER_SETTINGS = {
  code: 'later-settings',
  text: message('settings.fromNewerVersion'),
  hint: message('settings.startNewerVersion'),
} as const;

/** The change was not made. */
export class SettingsOfLaterVersion extends Error {
  readonly code = LATER_SETTINGS.code;
  readonly text = LATER_SETTINGS.text;
  readonly hint = LATER_SETTINGS.hint;
  constructor() {
    super('the settings are of a later version');
  }
}

/** 0 for a file that says none. */
export function versionOf(stored: unknown): number {
  const version = (stored as Stored | null)?.version;
  return typeof version === 'number' && Number.isInteger(version) && version > 0 ? version : 0;
}

/** What this version knows of later settings. A printer or a till that is not known as it stands is left out whole, never half. */
export function asFarAsKnown(stored: unknown): { settings: Settings; passedOver: string[] } {
  const known = { ...structuredClone(stored as Stored), version: SETTINGS_VERSION };
  const passedOver: string[] = [];
  for (;;) {
    const checked = v.safeParse(Settings, known);
    if (checked.success) return { settings: checked.output, passedOver };
    const path = whole((checked.issues[0].path ?? []).map(({ key }) => key as string | number));
    if (path.length === 0) return { settings: v.parse(Settings, {}), passedOver: ['all'] };
    passedOver.push(nameOfPlace(path));
    leaveOut(known, path);
  }
}

/** Half a printer prints elsewhere than was meant, and half a till books elsewhere. */
function whole(path: (string | number)[]): (string | number)[] {
  const at = path.findIndex((key) => typeof key === 'number');
  if (at >= 0) return path.slice(0, at + 1);
  return path[0] === 'pos' ? ['pos'] : path;
}

function leaveOut(settings: Stored, path: (string | number)[]): void {
  const last = path.at(-1) as string | number;
  let parent: unknown = settings;
  for (const key of path.slice(0, -1)) parent = (parent as Record<string | number, unknown>)[key];
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Stored)[last];
}
