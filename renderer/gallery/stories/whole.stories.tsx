/** Whole pages: board, Diagnostics, self-test. */

import { message } from '../../../contract/contract.ts';
import { App } from '../../app.tsx';
import { Backups } from '../../diagnostics/backups.tsx';
import { Diagnostics } from '../../diagnostics/diagnostics.tsx';
import { Palette } from '../../palette/palette.tsx';
import { SelfTest, SelfTestRun } from '../../self-test/self-test.tsx';
import { at } from '../made-up/at.ts';
import { cards, fetched, kitchenOrders } from '../made-up/cards.ts';
import { FRESH, LOST_VENUE, NOTICES, PRINTERS_IN_TROUBLE } from '../made-up/venue.ts';
import { type Scene, Sheet, story } from '../scene.tsx';

export default { title: 'Whole' };

const whole = (scene: () => Scene) => story(() => <App />, scene);
const orders = () => Object.values(cards());

export const Counter = whole(() => ({ orders: orders() }));
export const CounterInTrouble = whole(() => ({
  orders: orders(),
  venues: [LOST_VENUE],
  printers: PRINTERS_IN_TROUBLE(),
  notices: NOTICES(),
  app: { rush: { extraMinutes: 10, until: at(2_000) }, soundPausedUntil: at(900) },
}));
export const CounterWithoutALink = whole(() => ({ orders: orders(), counter: { linked: false, unlinkedSince: Date.now() - 65_000 } }));
export const BeforeTheFirstWord = whole(() => ({ app: null, counter: { linked: false, unlinkedSince: Date.now() - 60_000 } }));
export const FirstScreen = whole(() => ({ app: FRESH, venues: [], printers: [] }));
export const History = whole(() => ({ orders: orders(), counter: { screen: 'history' } }));
export const KitchenDisplay = whole(() => ({ orders: kitchenOrders(), counter: { view: 'kitchen' } }));
export const CustomersScreen = whole(() => ({ orders: fetched(), counter: { view: 'customer' } }));
export const NotLetIn = whole(() => ({ app: null, counter: { outside: 'counter' } }));

export const DiagnosticsPage = story(() => (
  <Sheet>
    <Diagnostics />
  </Sheet>
));
export const DiagnosticsNotRead = story(
  () => <Diagnostics />,
  () => ({ answers: { 'diagnostics.get': { code: 'x', text: message('service.unreachable') } } }),
);
export const JobIsGivenUp = story(
  () => <Diagnostics />,
  () => ({ touch: ['.job-acts .button:last-child'] }),
);
export const FindAnything = story(
  () => <Palette />,
  () => ({ orders: orders(), counter: { paletteOpen: true } }),
);
export const NoBackups = story(() => (
  <Sheet>
    <Backups backups={[]} onChange={async () => undefined} />
  </Sheet>
));

export const OpeningCheck = story(
  () => <SelfTest />,
  () => ({ counter: { selfTestOpen: true } }),
);
export const OpeningCheckDone = story(
  () => (
    <Sheet>
      <SelfTestRun />
    </Sheet>
  ),
  () => ({ touch: ['.form-end .button'] }),
);
