/** The pages of Settings, and access to them. */
import { message } from '../../../contract/contract.ts';
import { ForManager, PinSettings } from '../../access/access.tsx';
import { LookPage } from '../../settings/pages.tsx';
import { ScrollToPart } from '../../settings/scroll-to-part.tsx';
import { Settings } from '../../settings/settings.tsx';
import { AreaSelect, SideList } from '../../settings/side-list.tsx';
import type { SettingsArea } from '../../state/counter.ts';
import { LOST_VENUE, OTHER_VENUE, PRINTERS_IN_TROUBLE, STAFF, VENUE } from '../made-up/venue.ts';
import { type Scene, Sheet, States, story } from '../scene.tsx';
import '../../parts/rows.css';
import '../../settings/settings.css';

export default { title: 'Settings' };

const page = (settingsArea: SettingsArea, more: Scene = {}) =>
  story(
    () => (
      <div className="app">
        <Settings />
      </div>
    ),
    () => ({ ...more, counter: { settingsArea, ...more.counter } }),
  );

export const Look = page('look');
export const Sound = page('sound');
export const Screens = page('screens');
export const Printers = page('printers');
export const Papers = page('papers');
export const Work = page('work');
export const Couriers = page('couriers');
export const Till = page('till');
export const Venues = page('venues', { venues: [VENUE, OTHER_VENUE] });
export const Webhook = page('webhook');
export const Access = page('access', { app: { access: { protected: true, manager: true, text: null } } });
export const Staff = page('staff', { app: { staff: STAFF } });
export const Computer = page('computer');

export const Troubles = page('venues', { venues: [LOST_VENUE], printers: PRINTERS_IN_TROUBLE() });
export const Loading = page('till', { answers: { 'settings.get': 'never' } });
export const NotRead = page('till', { answers: { 'settings.get': { code: 'x', text: message('service.unreachable') } } });
export const BehindThePin = page('till', { app: { access: { protected: true, manager: false, text: null } } });
export const BehindAName = page('till', { app: { staff: STAFF, access: { protected: true, manager: false, text: null } } });
export const BehindAPinThatIsGone = page('till', {
  app: { access: { protected: true, manager: false, text: message('access.pinMissing') } },
});

export const Lists = story(() => (
  <States
    of={{
      'beside the page': <SideList />,
      'on a narrow screen': <AreaSelect />,
      'where one was led to': <ScrollToPart area="till" />,
    }}
  />
));
export const Pin = story(() => (
  <Sheet>
    <PinSettings />
    <ForManager>
      <LookPage />
    </ForManager>
  </Sheet>
));
