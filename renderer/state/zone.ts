/** Times are shown and typed in the zone of Tillbridge's computer, as on printouts; until it's known, in this device's. */
import { resetLocalTimeZone, setLocalTimeZone } from '@internationalized/date';
import { useUiState } from './ui-state.ts';

/** Called once at page start, before rendering. */
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

/** Old browsers don't know all zone names. */
function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
