/** The signs of this moment, for the status bar and the list behind it. */
import { useServiceNow } from '../state/clock.ts';
import { useApp, useCounter, useTopic } from '../state/counter.ts';
import { noPrinterSign, printerSign, receiverSign, relaySign, type Sign, serviceSign, tillSign, unlinked, venueSign } from './signs.ts';

export function useSigns(): Sign[] {
  const app = useApp();
  const printers = useTopic('printers');
  const venues = useTopic('venues');
  const linked = useCounter((counter) => counter.linked);
  const now = useServiceNow();
  if (!app) return [];
  const signs = [
    ...Object.values(venues).flatMap(venueSign),
    serviceSign(app.service, now),
    receiverSign(app.receiver, now),
    ...(app.relay ? [relaySign(app.relay, now)] : []),
    ...(Object.keys(printers).length === 0 && app.mode === 'live' ? [noPrinterSign()] : Object.values(printers).map(printerSign)),
    ...(app.till ? [tillSign(app.till, now)] : []),
  ];
  return linked ? signs : signs.map(unlinked);
}
