/** Validates this computer's settings file; of a file from a later version, the known part. */
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { SETTINGS_VERSION, Settings } from '../../contract/settings/settings.ts';
import { parseSettings } from './settings-file.ts';
import { asFarAsKnown, type LaterSettings, versionOf } from './versions.ts';

export interface Stored {
  settings: Settings;
  later: LaterSettings | null;
}

/** Removed printer settings that older files still have. */
const REMOVED_OF_PRINTERS = ['snmp_community', 'snmp_port'];

/** Throws SettingsError. */
export function readStored(text: string, fileName: string): Stored {
  const errors: ParseError[] = [];
  const stored = parse(text, errors, { allowTrailingComma: true });
  const version = versionOf(stored);
  // A truncated file is refused by parseSettings.
  if (errors.length > 0 || version <= SETTINGS_VERSION) {
    return { settings: parseSettings(Settings, errors.length > 0 ? text : withoutRemoved(text, stored), fileName), later: null };
  }
  const { settings, passedOver } = asFarAsKnown(stored);
  return { settings, later: { version, passedOver } };
}

function withoutRemoved(text: string, stored: unknown): string {
  const printers = (stored as { printers?: unknown } | undefined)?.printers;
  if (!Array.isArray(printers)) return text;
  let left = text;
  for (const [index, printer] of printers.entries()) {
    for (const key of REMOVED_OF_PRINTERS) {
      if (Object.hasOwn(Object(printer), key)) left = applyEdits(left, modify(left, ['printers', index, key], undefined, {}));
    }
  }
  return left;
}
