/** The text of a settings file of this computer: checked, and as far as it is known where a later version wrote it. */
import { type ParseError, parse } from 'jsonc-parser';
import { SETTINGS_VERSION, Settings } from '../../contract/settings/settings.ts';
import { parseSettings } from './settings-file.ts';
import { asFarAsKnown, type LaterSettings, versionOf } from './versions.ts';

export interface Stored {
  settings: Settings;
  /** Null for settings of this version. */
  later: LaterSettings | null;
}

/** Throws SettingsError. */
export function readStored(text: string, fileName: string): Stored {
  const errors: ParseError[] = [];
  const stored = parse(text, errors, { allowTrailingComma: true });
  const version = versionOf(stored);
  // What is torn has only its beginning: it is refused below.
  if (errors.length > 0 || version <= SETTINGS_VERSION) return { settings: parseSettings(Settings, text, fileName), later: null };
  const { settings, passedOver } = asFarAsKnown(stored);
  return { settings, later: { version, passedOver } };
}
