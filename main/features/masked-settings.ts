/** Masks passwords and keys in the venue's URLs; saving a masked URL keeps them. */

import { HIDDEN, type Problem, readAddress, type Settings } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import { maskAddress } from '../redaction/redact.ts';

export function maskedForScreen(settings: Settings): Settings {
  const { pos, alerts, map } = settings;
  return {
    ...settings,
    pos: pos.kind === 'http' ? { ...pos, url: maskAddress(pos.url) } : pos,
    alerts: { ...alerts, webhook_url: alerts.webhook_url === null ? null : maskAddress(alerts.webhook_url) },
    map: { ...map, tiles_url: map.tiles_url === null ? null : maskAddress(map.tiles_url) },
  };
}

/** Returns the saved URL for its masked form. Null if hidden parts are unknown. */
export function unmaskedAddress(given: string, kept: string | null): string | null {
  if (!asRead(given).includes(asRead(HIDDEN))) return given;
  return kept !== null && asRead(maskAddress(kept)) === asRead(given) ? kept : null;
}

export const hiddenParts = (field: string): Problem => ({
  code: 'address-hidden',
  field,
  text: message('settings.addressPartsHidden'),
  hint: message('settings.enterAddressAgain'),
});

/** Normalizes an address, as the contract's checks percent-encode the mask character. */
function asRead(address: string): string {
  return (readAddress(address)?.href ?? encodeURI(address)).replace(/\/+$/, '');
}
