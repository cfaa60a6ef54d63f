import * as v from 'valibot';
import { message } from '../../contract/message.ts';
import { SETTINGS_VERSION, Settings } from '../../contract/settings/settings.ts';
import { nameOfPlace } from './settings-file.ts';

type Stored = Record<string, unknown>;

/** Later settings are used as far as known, and never overwritten. */
export interface LaterSettings {
  version: number;
  /** Unknown settings, named as in docs/settings.md. */
  passedOver: string[];
}

export const LATER_SETTINGS = {
  code: 'later-settings',
  text: message('settings.fromNewerVersion'),
  hint: message('settings.startNewerVersion'),
} as const;

export class SettingsOfLaterVersion extends Error {
  readonly code = LATER_SETTINGS.code;
  readonly text = LATER_SETTINGS.text;
  readonly hint = LATER_SETTINGS.hint;
  constructor() {
    super('the settings are of a later version');
  }
}

/** 0 without a version. */
export function versionOf(stored: unknown): number {
  const version = (stored as Stored | null)?.version;
  return typeof version === 'number' && Number.isInteger(version) && version > 0 ? version : 0;
}

/** The known part of later settings. A partly unknown printer or till is omitted whole. */
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

/** The whole printer or till: half of one would print or book at the wrong place. */
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
