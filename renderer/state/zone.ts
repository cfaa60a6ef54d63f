/** Times are shown and typed in the zone of Tillbridge's computer, as on printouts; until it's known, in this device's. */
import { resetLocalTimeZone, setLocalTimeZone } from '@internationalized/date';
import { useUiState } from './ui-state.ts';

export function startZone(): void {
  let zone: string | undefined;
  useUiState.subscribe(({ held }) => {
    const given = held?.state.app.app?.timeZone;
    if (given === undefined || given === zone) return;
    zone = given;
    if (isKnown(given)) setLocalTimeZone(given);
    else resetLocalTimeZone();
  });
}

/** Whether this browser knows the zone; old ones don't know all. */
function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
