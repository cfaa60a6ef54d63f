import { useEffect, useState } from 'react';
import type { StaffChange, StaffSettings } from '../../../contract/contract.ts';
import { useServiceNow } from '../../state/clock.ts';
import { call } from '../../state/link.ts';
import type { SettingsArea } from '../../state/ui-state.ts';
import { dayAndClock } from '../../time/texts.ts';
import { t } from '../../words.ts';

/** The page of Settings by the beginning of a call's name, specific ones first. */
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
  ['settings.saveStock', 'till'],
  ['settings.saveWebhookSecret', 'webhook'],
  ['settings.joinRelay', 'webhook'],
  ['settings.leaveRelay', 'webhook'],
  ['settings.saveMerchant', 'couriers'],
  ['settings.saveCouriers', 'couriers'],
  ['settings.saveDeliveryPickup', 'couriers'],
  ['settings.saveMap', 'couriers'],
  ['webhooks.', 'couriers'],
  ['venue.', 'venues'],
  ['access.', 'access'],
  ['settings.saveStaff', 'staff'],
  ['staff.', 'staff'],
  ['settings.', 'computer'],
];

const OTHERS: Readonly<Record<string, () => string>> = {
  'support.send': () => t('support.sent'),
  'support.refuse': () => t('support.refused'),
  'menu.setKind': () => t('settings.staff.menuKind'),
  'menu.changePrices': () => t('menu.tabs.prices'),
  'menu.upload': () => t('menuFile.title'),
  'sale.setWeek': () => t('hours.title'),
  'sale.setSpecialDays': () => t('hours.special'),
  'sale.setDeliveryProvider': () => t('provider.title'),
};

function whatText(what: string): string {
  if (what === 'rush') return t('rush.open');
  if (what.startsWith('courier.')) return t('nav.courier');
  if (what === 'settings.saveReports') return t('nav.history');
  const other = OTHERS[what];
  if (other) return other();
  const page = PAGES.find(([begin]) => what.startsWith(begin));
  return page ? t(`settings.areas.${page[1]}`) : what;
}

/** A new `after` (the last read settings) reads the list again. */
export function LastChanges({ after }: { after: StaffSettings }) {
  const [changes, setChanges] = useState<StaffChange[] | null>(null);
  const now = useServiceNow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each change
  useEffect(() => {
    void call('staff.changes', {}).then((answer) => {
      if (answer.ok) setChanges(answer.value.changes);
    });
  }, [after]);
  if (!changes) return null;
  return (
    <section className="part" aria-label={t('settings.staff.changes')}>
      <h3>{t('settings.staff.changes')}</h3>
      {changes.length === 0 && <p className="second">{t('settings.staff.noChanges')}</p>}
      <ol className="more-moments">
        {changes.map(({ at, who, what }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing of a line is its own
          <li key={place}>
            <time dateTime={at}>{dayAndClock(at, now)}</time>
            <span>
              {whatText(what)} · {who || t('settings.staff.noName')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
