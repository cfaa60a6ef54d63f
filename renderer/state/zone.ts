/**
 * Every time on a screen is shown and typed in the zone of Tillbridge's computer, as on printouts: a tablet may have another one. Until
 * the bridge reports it, this device's own applies.
 */
import { resetLocalTimeZone, setLocalTimeZone } from '@internationalized/date';
import { useCounter } from './counter.ts';

/** Starts following; called once, when the page starts, before anything is drawn. */
export function startZone(): void {
  let zone: string | undefined;
  useCounter.subscribe(({ held }) => {
    const given = held?.state.app.app?.timeZone;
    if (given === undefined || given === zone) return;
    zone = given;
    if (isKnown(given)) setLocalTimeZone(given);
    else resetLocalTimeZone();
  });
}

/** An old browser does not know every name. */
function isKnown(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
