/** Parts and forms of Settings. */
import { type ArrangedPaper, message, PAPER_PARTS, type PrinterSettings, USUAL_TEMPLATE } from '../../../contract/contract.ts';
import { LanguageField } from '../../parts/form/language-field.tsx';
import { FindPrinters } from '../../parts/printers/find-printers.tsx';
import { PrinterForm } from '../../parts/printers/printer-form.tsx';
import { PrinterOptions } from '../../parts/printers/printer-options.tsx';
import { MoreOfPrinter, PrinterPanel } from '../../parts/printers/printer-panel.tsx';
import { Printers } from '../../parts/printers/printers.tsx';
import { SetUpSheet } from '../../parts/printers/set-up-sheet.tsx';
import { SystemPrinters } from '../../parts/printers/system-printers.tsx';
import { WhatWhere } from '../../parts/printers/what-where.tsx';
import { WhereItems } from '../../parts/printers/where-items.tsx';
import { Alarm } from '../../settings/automation/alarm.tsx';
import { PauseRule } from '../../settings/automation/pause-rule.tsx';
import { Work } from '../../settings/automation/work.tsx';
import { Backups } from '../../settings/backups.tsx';
import { KitchenPart } from '../../settings/kitchen/kitchen.tsx';
import { StationForm } from '../../settings/kitchen/station-form.tsx';
import { Couriers } from '../../settings/links/couriers.tsx';
import { Stock } from '../../settings/links/stock.tsx';
import { Till } from '../../settings/links/till.tsx';
import { Managed, ManagedState } from '../../settings/managed.tsx';
import { ArrangeParts } from '../../settings/papers/arrange-parts.tsx';
import { LogoField } from '../../settings/papers/logo-field.tsx';
import { PaperPreview } from '../../settings/papers/paper-preview.tsx';
import { Papers } from '../../settings/papers/papers.tsx';
import { TemplateFile } from '../../settings/papers/template-file.tsx';
import { SettingField, useSection } from '../../settings/schema/setting-field.tsx';
import { SettingsForm } from '../../settings/schema/settings-form.tsx';
import { CustomerLogo } from '../../settings/screens/customer-logo.tsx';
import { Displays } from '../../settings/screens/displays.tsx';
import { Look } from '../../settings/screens/look.tsx';
import { Scanner } from '../../settings/screens/scanner.tsx';
import { StationChoice } from '../../settings/screens/station-choice.tsx';
import { Tablets } from '../../settings/screens/tablets.tsx';
import { LastChanges } from '../../settings/staff/last-changes.tsx';
import { PersonForm } from '../../settings/staff/person-form.tsx';
import { Staff } from '../../settings/staff/staff.tsx';
import { ThisComputer } from '../../settings/this-computer.tsx';
import { DeliveryPickup } from '../../settings/venues/delivery-pickup.tsx';
import { DeliveryWebhooks } from '../../settings/venues/delivery-webhooks.tsx';
import { MapStreets } from '../../settings/venues/map-streets.tsx';
import { Merchant } from '../../settings/venues/merchant.tsx';
import { RejectReasons } from '../../settings/venues/reject-reasons.tsx';
import { Relay } from '../../settings/venues/relay.tsx';
import { VenueName } from '../../settings/venues/venue-name.tsx';
import { Venues } from '../../settings/venues/venues.tsx';
import { WebhookSecret } from '../../settings/venues/webhook-secret.tsx';
import { t } from '../../words.ts';
import { SETTINGS } from '../made-up/answers.ts';
import { at } from '../made-up/at.ts';
import { AT_RELAY, FRESH, LOST_VENUE, MANAGED, NO_RELAY, PRINTERS_IN_TROUBLE, VENUE } from '../made-up/venue.ts';
import { States, story } from '../scene.tsx';
import '../../parts/rows.css';
import '../../settings/settings.css';

export default { title: 'Settings parts' };

const nothing = () => undefined;
const saved = async () => undefined;
const [kitchen, labels] = SETTINGS.printers as [PrinterSettings, PrinterSettings];
const [person] = SETTINGS.staff.people;
const [station] = SETTINGS.kitchen.stations;
const form = { found: null, others: [labels], busy: false, problem: null, onSave: nothing, onDraft: nothing, onCancel: nothing };
const panel = { others: [labels], saved: false, open: false, onOpen: nothing, children: null };

export const OfThePrinters = story(
  () => (
    <States
      wide
      of={{
        'a printer in trouble': <PrinterPanel printer={kitchen} {...panel} />,
        'one that tells nothing': <PrinterPanel printer={labels} {...panel} others={[]} saved />,
        'what is rarely done': <MoreOfPrinter printer={kitchen} removing={false} onAskRemove={nothing} onRemove={nothing} />,
        'really remove it?': <MoreOfPrinter printer={kitchen} removing onAskRemove={nothing} onRemove={nothing} />,
        'set up by a sheet': <SetUpSheet printer={kitchen} onLearnt={saved} />,
        'what prints where': <WhatWhere printers={[kitchen, labels]} busy={false} onTurn={nothing} />,
        'where items print': <WhereItems printers={[kitchen, labels]} />,
        'printers of this computer': <SystemPrinters onChoose={nothing} />,
        'looking for printers': <FindPrinters known={['192.0.2.10:9100']} onAdd={nothing} />,
      }}
    />
  ),
  () => ({ printers: PRINTERS_IN_TROUBLE() }),
);
export const TestPageNotConfirmed = story(
  () => <States wide of={{ asked: <PrinterPanel printer={kitchen} {...panel} /> }} />,
  () => ({ touch: ['.row-buttons .button'] }),
);
export const PrintersFound = story(
  () => <States wide of={{ found: <FindPrinters known={['192.0.2.10:9100']} onAdd={nothing} /> }} />,
  () => ({ touch: ['figure .button'] }),
);
export const ANewPrinter = story(() => <States wide of={{ new: <PrinterForm printer={null} {...form} /> }} />);
export const APrinter = story(() => (
  <States
    wide
    of={{
      known: <PrinterForm printer={{ ...kitchen, columns: 40, takes: { categories: ['Drinks'], items: [], rest: true } }} {...form} />,
    }}
  />
));
export const AWrongPrinter = story(
  () => <States wide of={{ wrong: <PrinterForm printer={null} {...form} problem={{ code: 'x', text: message('selfTest.failed') }} /> }} />,
  () => ({ touch: ['[type="submit"]'] }),
);
export const OptionsOfAPrinter = story(
  () => <States wide of={{ open: <PrinterOptions printer={kitchen} others={[labels]} some onSome={nothing} /> }} />,
  () => ({ touch: ['summary'] }),
);
export const NoPrinters = story(() => (
  <States
    wide
    of={{ none: <Printers printers={[]} onSaved={saved} />, 'in the set-up': <Printers printers={[kitchen]} onSaved={saved} inSetUp /> }}
  />
));

const parts = (paper: ArrangedPaper) => PAPER_PARTS[paper].slice(0, 6).map((part) => ({ part, size: 'normal' as const }));
export const OfThePapers = story(() => (
  <States
    wide
    of={{
      parts: <ArrangeParts paper="receipt" parts={parts('receipt')} onChange={nothing} />,
      'no logo': <LogoField has={false} onChange={nothing} />,
      logo: <LogoField has onChange={nothing} />,
      preview: <PaperPreview template={USUAL_TEMPLATE} paper="receipt" />,
      file: <TemplateFile template={USUAL_TEMPLATE} onOpen={nothing} />,
    }}
  />
));
export const AllOfThePapers = story(() => (
  <States wide of={{ papers: <Papers template={{ ...USUAL_TEMPLATE, code: 'qr' }} onSaved={saved} /> }} />
));

export const OfTheScreens = story(
  () => (
    <States
      wide
      of={{
        look: <Look />,
        language: <LanguageField onChoose={nothing} />,
        'other screens, no tablets': <Displays tablets={false} port={8742} onSaved={saved} />,
        tablets: <Tablets />,
        'which station': <StationChoice station="grill" onChoose={nothing} />,
        scanner: <Scanner />,
        logo: <CustomerLogo />,
        kitchen: <KitchenPart kitchen={SETTINGS.kitchen} onSaved={saved} />,
        'no stations': <KitchenPart kitchen={{ stations: [], dish_size: 26, sold_out: true }} onSaved={saved} />,
        station: <StationForm station={station ?? null} taken={[]} busy={false} onSave={nothing} onCancel={nothing} />,
        'new station': <StationForm station={null} taken={[]} busy={false} onSave={nothing} onCancel={nothing} />,
      }}
    />
  ),
  () => ({ answers: { 'displays.list': () => ({ tablets: [], trouble: { code: 'x', text: message('tablet.pairingClosed') } }) } }),
);
export const ATabletIsSentAway = story(
  () => <States wide of={{ tablets: <Tablets /> }} />,
  () => ({ touch: ['.row-buttons .button'] }),
);

export const OfTheWork = story(
  () => (
    <States
      wide
      of={{
        alarm: <Alarm alerts={{ ...SETTINGS.alerts, webhook_url: 'https://bell.example.test' }} onSaved={saved} />,
        work: <Work work={SETTINGS.work} onSaved={saved} />,
        'pause by rule': <PauseRule rule={{ minutes: 15, until: at(3 * 3_600) }} busy={false} keep={async () => true} />,
        couriers: (
          <Couriers
            kept={{
              support: { url: null, email: 'help@example.test', phone: null },
              sms: null,
              slip: true,
              priceUnit: 'minor',
              radiusMetres: 2_000,
            }}
            onSaved={saved}
          />
        ),
        'no till': <Till pos={{ kind: 'ticket-only' }} onSaved={saved} />,
        'till with a folder': <Till pos={{ kind: 'hot-folder', folder: '/mnt/till' }} onSaved={saved} />,
        'stock from the till': <Stock stock={{ folder: '/mnt/stock', http_port: 8743 }} hasKey onSaved={saved} />,
        'till with an address': <Till pos={{ kind: 'http', url: 'http://192.0.2.7/orders', plain_http: true }} onSaved={saved} />,
        computer: <ThisComputer desktop={SETTINGS.desktop} onSaved={saved} />,
        backups: <Backups backup={{ folder: '/mnt/copies' }} onSaved={saved} />,
      }}
    />
  ),
  () => ({ venues: [VENUE, { ...LOST_VENUE, id: 'lost' }] }),
);
export const AutoAcceptIsOn = story(
  () => <States wide of={{ on: <Work work={SETTINGS.work} onSaved={saved} /> }} />,
  () => ({
    app: {
      autoAccept: {
        until: at(9_000),
        rules: [
          {
            venues: [],
            from: '00:00',
            to: '23:59',
            kinds: ['delivery'],
            most_items: null,
            when: 'before-deadline',
            extra_minutes: 0,
            allergies: false,
          },
        ],
      },
    },
  }),
);
function DrawnFromTheSchema() {
  const desktop = useSection('desktop', SETTINGS.desktop);
  const alerts = useSection('alerts', SETTINGS.alerts);
  return (
    <States
      wide
      of={{
        switch: <SettingField of={desktop} name="kiosk" label={() => t('settings.desktop.kiosk')} />,
        number: <SettingField of={alerts} name="volume" label={() => t('settings.alarm.volume')} steps={[50, 100]} />,
        form: (
          <SettingsForm
            section="stock"
            values={SETTINGS.stock}
            rows={[{ folder: { label: t('settings.stock.folder') }, http_port: { label: t('settings.stock.port') } }]}
            onSaved={saved}
          />
        ),
      }}
    />
  );
}
export const FromTheSchema = story(() => <DrawnFromTheSchema />);

export const AWrongFolder = story(
  () => <States wide of={{ wrong: <Backups backup={{ folder: 'copies' }} onSaved={saved} /> }} />,
  () => ({ touch: ['[type="submit"]'] }),
);

export const OfTheVenues = story(
  () => (
    <States
      wide
      of={{
        venues: <Venues />,
        name: <VenueName venue={VENUE} />,
        'what a rejection says': <RejectReasons venue={VENUE} />,
        'no merchant': <Merchant merchantId={null} keyState="none" onSaved={saved} />,
        'merchant of another address': <Merchant merchantId="merchant-1" keyState="other-address" onSaved={saved} />,
        'streets on the map': (
          <MapStreets
            map={{ tiles_url: 'https://tiles.example.test/{z}/{x}/{y}.png', attribution: '© Harbour maps', largest_zoom: null }}
            onSaved={saved}
          />
        ),
        'where couriers are told': <DeliveryWebhooks />,
        'couriers without a venue, off': <DeliveryPickup pickup={null} onSaved={saved} />,
        'couriers without a venue, on': (
          <DeliveryPickup
            pickup={{ name: 'Harbour Kitchen', address: 'Harbour street 1', phone: '+358 40 1234567', lat: 60.168, lon: 24.931 }}
            onSaved={saved}
          />
        ),
        secret: <WebhookSecret stored={1} onSaved={saved} />,
      }}
    />
  ),
  () => ({ venues: [LOST_VENUE] }),
);
export const NoRelay = story(() => <States wide of={{ none: <Relay onSaved={saved} /> }} />);
export const AtRelay = story(
  () => <States wide of={{ connected: <Relay onSaved={saved} /> }} />,
  () => ({ app: { intake: AT_RELAY() } }),
);
export const RelayInTrouble = story(
  () => <States wide of={{ trouble: <Relay onSaved={saved} /> }} />,
  () => ({ app: { intake: NO_RELAY() } }),
);
export const ManagedFromAfar = story(
  () => (
    <States
      wide
      of={{
        'who and which version': <ManagedState managed={MANAGED()} />,
        refused: <ManagedState managed={MANAGED({ refused: message('managed.settingNotAllowed', { place: 'relay.url' }) })} />,
        'a field': (
          <Managed places={['work.undo_seconds']}>
            <Look />
          </Managed>
        ),
      }}
    />
  ),
  () => ({ app: { intake: AT_RELAY(), managed: MANAGED() } }),
);
export const NoVenues = story(
  () => <States wide of={{ none: <Venues /> }} />,
  () => ({ app: FRESH, venues: [] }),
);

export const OfTheStaff = story(() => (
  <States
    wide
    of={{
      off: <Staff staff={{ ...SETTINGS.staff, on: false, people: [] }} onSaved={saved} />,
      'a new person': <PersonForm person={null} onSaved={saved} onCancel={nothing} />,
      'a person': <PersonForm person={person ?? null} onSaved={saved} onCancel={nothing} />,
      changes: <LastChanges after={SETTINGS.staff} />,
    }}
  />
));
