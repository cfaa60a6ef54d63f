/** The venue's own addresses on screen: passwords and keys are masked, and kept when the masked address is saved. */

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

/** The address that was meant: the one that is kept, where the screen gives it back as it was shown. Null where hidden parts cannot be known. */
export function wholeAddress(given: string, kept: string | null): string | null {
  if (!asRead(given).includes(asRead(HIDDEN))) return given;
  return kept !== null && asRead(maskAddress(kept)) === asRead(given) ? kept : null;
}

/** `field`: that of the call in which the address was given. */
export const hiddenParts = (field: string): Problem => ({
  code: 'address-hidden',
  field,
  text: message('settings.addressPartsHidden'),
  hint: message('settings.enterAddressAgain'),
});

/** As the checks of the contract leave an address: the sign for what is hidden comes in percent signs. */
function asRead(address: string): string {
  return (readAddress(address)?.href ?? encodeURI(address)).replace(/\/+$/, '');
}
