import { message } from '../../../contract/contract.ts';
import type { SettingsArea } from '../../state/ui-state.ts';
import { AT_RELAY, LOST_VENUE, MANAGED, NO_RELAY, OTHER_VENUE, PRINTERS_IN_TROUBLE, STAFF, VENUE } from '../made-up/venue.ts';
import { on, type Scene } from '../scene.tsx';

export default { title: 'Settings' };

const page = (settingsArea: SettingsArea, more: Scene = {}) =>
  on('settings', () => ({ ...more, counter: { settingsArea, ...more.counter } }));
const touched = (area: SettingsArea, ...touch: NonNullable<Scene['touch']>) => page(area, { touch });
const opened = (area: SettingsArea, opens: string, touch: string[], more: Scene = {}) => page(area, { opens, touch, ...more });
const ROW = '.rows .row-buttons';

export const Look = page('look');
export const OneOfMany = opened('look', 'parts/form/select.tsx', ['.select-button']);
export const Sound = page('sound');
export const Screens = page('screens');
export const AStation = touched('screens', `[aria-label] > ${ROW} .button`);
const STATION_OF_VENUE = ['[name="station-venues"][value="some"]'];
export const PairStation = page('screens', { venues: [VENUE, OTHER_VENUE], touch: STATION_OF_VENUE });
export const StationCode = touched('screens', ['[name="tablet-name"]', 'Pass'], '.form-inset .button.fill');
export const ChangeStation = opened('screens', 'settings/screens/change-station.tsx', [`${ROW} .button.quiet:not(.stop)`]);
export const UnpairTablet = opened('screens', 'settings/screens/tablets.tsx', [`${ROW} .button.stop`]);
export const Printers = page('printers');
export const PrintersFound = touched('printers', '.settings-actions .button');
export const ANewPrinter = touched('printers', '.settings-actions > .button.fill');
export const APrinter = touched('printers', '.printer-head [aria-expanded]');
export const Papers = page('papers');
export const Work = page('work');
export const Couriers = page('couriers');
export const RemoveWebhook = opened('couriers', 'settings/venues/delivery-webhooks.tsx', [`${ROW} .button.stop`]);
export const Till = page('till');
export const Venues = page('venues', { venues: [VENUE, OTHER_VENUE] });
export const ConnectAnother = opened('venues', 'settings/venues/venues.tsx', ['.settings-parts > .button']);
export const WhoDelivers = opened('venues', 'sale/sale-menu.tsx', ['.row-wide.row-buttons > .button:last-child'], {
  answers: { 'sale.deliveryProvider': () => ({ provider: 'SERVICE' }) },
});
export const Webhook = page('webhook');
export const AtRelay = page('webhook', { app: { intake: AT_RELAY() } });
export const RelayInTrouble = page('webhook', { app: { intake: NO_RELAY() } });
export const LeaveRelay = opened('webhook', 'settings/venues/relay.tsx', ['[data-part="relay"] .button.quiet'], {
  app: { intake: AT_RELAY() },
});
export const Access = page('access', { app: { access: { protected: true, manager: true, text: null } } });
export const Staff = page('staff', { app: { staff: STAFF } });
export const APerson = page('staff', { app: { staff: STAFF }, touch: [`${ROW} .button`] });
export const RemovePerson = opened('staff', 'settings/staff/staff.tsx', [`${ROW} .button.stop`], { app: { staff: STAFF } });
export const Computer = page('computer');

export const Troubles = page('venues', { venues: [LOST_VENUE], printers: PRINTERS_IN_TROUBLE() });
export const PrintersInTrouble = page('printers', { printers: PRINTERS_IN_TROUBLE() });
export const ManagedFromAfar = page('work', {
  app: { managed: MANAGED({ refused: message('managed.settingNotAllowed', { place: 'relay.url' }) }) },
});
export const Loading = page('till', { answers: { 'settings.get': 'never' } });
export const NotRead = page('till', { answers: { 'settings.get': { code: 'x', text: message('service.unreachable') } } });
const locked = { protected: true, manager: false, text: null };
export const BehindThePin = page('till', { app: { access: locked } });
export const BehindAName = page('till', { app: { staff: STAFF, access: locked } });
export const BehindAPinThatIsGone = page('till', { app: { access: { ...locked, text: message('access.pinMissing') } } });
