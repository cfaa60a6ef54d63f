/** The current signs, for the status bar and the list behind it. */
import { useServiceNow } from './clock.ts';
import { intakeSign, noPrinterSign, printerSign, type Sign, tillSign, unlinked, venueSign } from './signs.ts';
import { useApp, useTopic, useUiState } from './ui-state.ts';

export function useSigns(): Sign[] {
  const app = useApp();
  const printers = useTopic('printers');
  const venues = useTopic('venues');
  const linked = useUiState((counter) => counter.linked);
  const now = useServiceNow();
  if (!app) return [];
  const signs = [
    ...Object.values(venues).flatMap(venueSign),
    ...app.intake.map((source) => intakeSign(source, now)),
    ...(Object.keys(printers).length === 0 && app.mode === 'live' ? [noPrinterSign()] : Object.values(printers).map(printerSign)),
    ...(app.till ? [tillSign(app.till, now)] : []),
  ];
  return linked ? signs : signs.map(unlinked);
}
