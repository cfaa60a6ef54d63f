/** The text of a settings file of this computer: checked, and without the addresses that are not safe to use any more. */
import { type ParseError, parse } from 'jsonc-parser';
import { SETTINGS_VERSION, Settings } from '../../contract/settings/settings.ts';
import { mendAddresses } from './mend-addresses.ts';
import { parseSettings } from './settings-file.ts';
import { asFarAsKnown, broughtUp, type LaterSettings, versionOf } from './versions.ts';

export interface Stored {
  settings: Settings;
  /** Places of addresses that were taken out; `service.auth_url` and the like. */
  takenOut: string[];
  /** Null for settings of this version or an earlier one. */
  later: LaterSettings | null;
}

/** Throws SettingsError. */
export function readStored(text: string, fileName: string): Stored {
  const errors: ParseError[] = [];
  const stored = parse(text, errors, { allowTrailingComma: true });
  // What is torn is not mended: the parser has only its beginning.
  if (errors.length > 0) return { settings: parseSettings(Settings, text, fileName), takenOut: [], later: null };
  const version = versionOf(stored);
  if (version > SETTINGS_VERSION) {
    const { settings, takenOut } = mendAddresses(stored);
    const { settings: known, passedOver } = asFarAsKnown(settings);
    return { settings: known, takenOut, later: { version, passedOver } };
  }
  const { settings, takenOut } = mendAddresses(broughtUp(stored));
  // As it stands where nothing was mended, so that a mistake is told with its line.
  const mended = JSON.stringify(settings) === JSON.stringify(stored) ? text : JSON.stringify(settings);
  return { settings: parseSettings(Settings, mended, fileName), takenOut, later: null };
}
