/**
 * Every time on a screen is written, and typed, in the zone of the counter's computer, as its papers are: a tablet may believe to be
 * somewhere else. Until the bridge has said which zone that is, this machine's own holds.
 */
import { resetLocalTimeZone, setLocalTimeZone } from '@internationalized/date';
import { useCounter } from '../state/counter.ts';

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
