/** The text of a settings file of this computer: checked, and as far as it is known where a later version wrote it. */
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { SETTINGS_VERSION, Settings } from '../../contract/settings/settings.ts';
import { parseSettings } from './settings-file.ts';
import { asFarAsKnown, type LaterSettings, versionOf } from './versions.ts';

export interface Stored {
  settings: Settings;
  /** Null for settings of this version. */
  later: LaterSettings | null;
}

/** Settings of a printer that no longer exist: files written before still hold them. */
const REMOVED_OF_PRINTERS = ['snmp_community', 'snmp_port'];

/** Throws SettingsError. */
export function readStored(text: string, fileName: string): Stored {
  const errors: ParseError[] = [];
  const stored = parse(text, errors, { allowTrailingComma: true });
  const version = versionOf(stored);
  // What is torn has only its beginning: it is refused below.
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
