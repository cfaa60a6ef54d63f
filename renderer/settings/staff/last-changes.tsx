/** What was changed last that belongs to no order, and by whom. */
import { useEffect, useState } from 'react';
import type { StaffChange } from '../../../contract/contract.ts';
import { useServiceNow } from '../../state/clock.ts';
import type { SettingsArea } from '../../state/counter.ts';
import { call } from '../../state/link.ts';
import { dayAndClock } from '../../time/texts.ts';
import { words } from '../../words.ts';

const said = words.settings.staff;

/** By how a call begins, the more exact first: the page on which it is changed. */
const PAGES: readonly (readonly [string, SettingsArea])[] = [
  ['settings.saveScreen', 'look'],
  ['settings.saveAlerts', 'sound'],
  ['settings.saveKitchen', 'screens'],
  ['displays.', 'screens'],
  ['settings.savePrinters', 'printers'],
  ['printer.', 'printers'],
  ['settings.saveTemplate', 'papers'],
  ['settings.saveWork', 'work'],
  ['settings.savePos', 'till'],
  ['settings.saveWebhookSecret', 'webhook'],
  ['settings.saveMerchant', 'couriers'],
  ['settings.saveCouriers', 'couriers'],
  ['settings.saveDeliveryPickup', 'couriers'],
  ['webhooks.', 'couriers'],
  ['venue.', 'venues'],
  ['access.', 'access'],
  ['settings.saveStaff', 'staff'],
  ['staff.', 'staff'],
  ['settings.', 'computer'],
];

function whatText(what: string): string {
  if (what === 'rush') return words.rush.open;
  if (what.startsWith('courier.')) return words.nav.courier;
  if (what === 'settings.saveReports') return words.nav.history;
  const page = PAGES.find(([begin]) => what.startsWith(begin));
  return page ? words.settings.areas[page[1]] : what;
}

export function LastChanges() {
  const [changes, setChanges] = useState<StaffChange[] | null>(null);
  const now = useServiceNow();
  useEffect(() => {
    void call('staff.changes', {}).then((answer) => {
      if (answer.ok) setChanges(answer.value.changes);
    });
  }, []);
  if (!changes) return null;
  return (
    <section className="part" aria-label={said.changes}>
      <h3>{said.changes}</h3>
      {changes.length === 0 && <p className="second">{said.noChanges}</p>}
      <ol className="more-moments">
        {changes.map(({ at, who, what }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing of a line is its own
          <li key={place}>
            <time dateTime={at}>{dayAndClock(at, now)}</time>
            <span>
              {whatText(what)} · {who || words.settings.areas.access}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
