import type { ReactNode } from 'react';
import type { CallOutput } from '../../contract/contract.ts';
import { PinSettings } from '../access/access.tsx';
import { KeysHelp } from '../keys/keys-help.tsx';
import { Printers } from '../parts/printers/printers.tsx';
import type { SettingsArea } from '../state/ui-state.ts';
import { Alarm } from './automation/alarm.tsx';
import { Work } from './automation/work.tsx';
import { Backups } from './backups.tsx';
import { KitchenPart } from './kitchen/kitchen.tsx';
import { Couriers } from './links/couriers.tsx';
import { Stock } from './links/stock.tsx';
import { Till } from './links/till.tsx';
import { Papers } from './papers/papers.tsx';
import { Displays } from './screens/displays.tsx';
import { Look } from './screens/look.tsx';
import { Scanner } from './screens/scanner.tsx';
import { Staff } from './staff/staff.tsx';
import { ThisComputer } from './this-computer.tsx';
import { DeliveryPickup } from './venues/delivery-pickup.tsx';
import { DeliveryWebhooks } from './venues/delivery-webhooks.tsx';
import { MapStreets } from './venues/map-streets.tsx';
import { Merchant } from './venues/merchant.tsx';
import { Relay } from './venues/relay.tsx';
import { Venues } from './venues/venues.tsx';
import { WebhookSecret } from './venues/webhook-secret.tsx';

export interface PageProps {
  held: CallOutput<'settings.get'>;
  onSaved: () => Promise<void>;
}

type Content = (props: PageProps) => ReactNode;

/** The page about appearance, which all staff may open. */
export function LookPage() {
  return (
    <>
      <Look />
      <KeysHelp />
      <Scanner />
    </>
  );
}

export const PAGES: Record<Exclude<SettingsArea, 'look'>, Content> = {
  sound: ({ held, onSaved }) => <Alarm alerts={held.settings.alerts} onSaved={onSaved} />,
  screens: ({ held, onSaved }) => (
    <>
      <Displays counter={held.settings.counter} onSaved={onSaved} />
      <KitchenPart kitchen={held.settings.kitchen} onSaved={onSaved} />
    </>
  ),
  printers: ({ held, onSaved }) => <Printers printers={held.settings.printers} onSaved={onSaved} />,
  papers: ({ held, onSaved }) => <Papers template={held.settings.template} onSaved={onSaved} />,
  work: ({ held, onSaved }) => <Work work={held.settings.work} onSaved={onSaved} />,
  couriers: CourierPages,
  till: ({ held, onSaved }) => (
    <>
      <Till pos={held.settings.pos} onSaved={onSaved} />
      <Stock stock={held.settings.stock} hasKey={held.hasStockKey} onSaved={onSaved} />
    </>
  ),
  venues: () => <Venues />,
  webhook: ({ held, onSaved }) => (
    <>
      <Relay onSaved={onSaved} />
      <WebhookSecret stored={held.webhookSecrets} onSaved={onSaved} />
    </>
  ),
  access: () => <PinSettings />,
  staff: ({ held, onSaved }) => <Staff staff={held.settings.staff} onSaved={onSaved} />,
  computer: ({ held, onSaved }) => (
    <>
      <ThisComputer desktop={held.settings.desktop} onSaved={onSaved} />
      <Backups backup={held.settings.backup} onSaved={onSaved} />
    </>
  ),
};

/** Without a merchant there are no courier settings. */
function CourierPages({ held, onSaved }: PageProps) {
  const { service, paper } = held.settings;
  return (
    <>
      <Merchant merchantId={service.merchant_id} keyState={held.merchantKey} onSaved={onSaved} />
      {service.merchant_id !== null && (
        <>
          <Couriers
            kept={{
              support: service.delivery_support,
              sms: service.delivery_sms,
              slip: paper.delivery_slip,
              priceUnit: service.delivery_price_unit,
              radiusMetres: service.delivery_radius_metres,
            }}
            onSaved={onSaved}
          />
          <MapStreets map={held.settings.map} onSaved={onSaved} />
          <DeliveryWebhooks key={service.merchant_id} />
          <DeliveryPickup key={String(service.delivery_pickup)} pickup={service.delivery_pickup} onSaved={onSaved} />
        </>
      )}
    </>
  );
}
