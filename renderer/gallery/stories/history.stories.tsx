/** History: search, activity, reports. */
import { parseDate } from '@internationalized/date';
import { message, type Span } from '../../../contract/contract.ts';
import { History } from '../../history/history.tsx';
import { HistoryScreen } from '../../history/history-screen.tsx';
import { OrderActivity } from '../../history/order-activity.tsx';
import { Causes } from '../../history/reports/causes.tsx';
import { Bars } from '../../history/reports/charts/bars.tsx';
import { HoursGrid } from '../../history/reports/charts/hours-grid.tsx';
import { SalesChart } from '../../history/reports/charts/sales-chart.tsx';
import { Tiles } from '../../history/reports/charts/tiles.tsx';
import { Kinds } from '../../history/reports/kinds.tsx';
import { Couriers, Lost } from '../../history/reports/lost-and-late.tsx';
import { MoneyTable } from '../../history/reports/money-table.tsx';
import { MonthlyFile } from '../../history/reports/monthly-file.tsx';
import { ReportFigures } from '../../history/reports/report-figures.tsx';
import { ReportHead } from '../../history/reports/report-head.tsx';
import { Reports } from '../../history/reports/reports.tsx';
import { orderStory } from '../made-up/detail.ts';
import { report } from '../made-up/report.ts';
import { Sheet, States, story } from '../scene.tsx';
import '../../history/history.css';
import '../../history/history-screen.css';
import '../../history/reports/reports.css';

export default { title: 'History' };

const nothing = () => undefined;
const DAY: Span = { firstDay: '2026-11-22', lastDay: '2026-11-22' };
const DAY_BEFORE: Span = { firstDay: '2026-11-21', lastDay: '2026-11-21' };
const WEEK: Span = { firstDay: '2026-11-16', lastDay: '2026-11-22' };
const WEEK_BEFORE: Span = { firstDay: '2026-11-09', lastDay: '2026-11-15' };
const today = parseDate('2026-11-23');

export const Orders = story(
  () => (
    <div className="app">
      <HistoryScreen />
    </div>
  ),
  () => ({ counter: { story: 'order-117' } }),
);
export const NoneFound = story(
  () => (
    <div className="app">
      <main className="history-screen">
        <History />
      </main>
    </div>
  ),
  () => ({ answers: { 'history.search': () => ({ orders: [], more: false }) } }),
);
export const OneStory = story(() => (
  <Sheet>
    <OrderActivity orderId="order-117" />
  </Sheet>
));
export const StoryOfOneNeverRead = story(
  () => (
    <Sheet>
      <OrderActivity orderId="order-117" />
    </Sheet>
  ),
  () => ({
    answers: {
      'history.order': () => ({
        ...orderStory(),
        unread: { venueName: 'Harbour Kitchen' },
        causes: [],
        customer: null,
        toPay: null,
        total: null,
      }),
    },
  }),
);

export const Today = story(() => (
  <Sheet>
    <Reports />
  </Sheet>
));
export const ADay = story(() => (
  <Sheet>
    <ReportFigures report={report(DAY)} against={report(DAY_BEFORE)} isOver />
  </Sheet>
));
export const AWeek = story(() => (
  <Sheet>
    <ReportFigures report={report(WEEK)} against={report(WEEK_BEFORE)} isOver={false} />
  </Sheet>
));

export const Heads = story(() => (
  <Sheet>
    <ReportHead chosen={{ kind: 'day', day: today, comparedWith: null }} today={today} onChoose={nothing} />
    <ReportHead chosen={{ kind: 'week', day: today, comparedWith: today.subtract({ weeks: 2 }) }} today={today} onChoose={nothing} />
  </Sheet>
));
export const TableMenuOpen = story(
  () => (
    <Sheet>
      <ReportHead chosen={{ kind: 'day', day: today, comparedWith: null }} today={today} onChoose={nothing} />
    </Sheet>
  ),
  () => ({ touch: ['.report-out .button:nth-of-type(2)'] }),
);

const CAUSES = orderStory().causes;
export const Charts = story(() => (
  <States
    wide
    of={{
      tiles: <Tiles report={report(DAY)} against={report(DAY_BEFORE)} isOver />,
      'sales by hour': <SalesChart report={report(DAY)} against={report(DAY_BEFORE)} currency="EUR" isAlone />,
      'sales by day, one of two currencies': (
        <SalesChart report={report(WEEK)} against={report(WEEK_BEFORE)} currency="EUR" isAlone={false} />
      ),
      hours: <HoursGrid weekdays={report(WEEK).weekdays} />,
      bars: (
        <Bars
          title="Dishes"
          note="of 64"
          rows={['Burger', 'Ramen', 'Lemonade'].map((label, place) => ({ label, count: 12 - place * 5, also: '+2' }))}
        />
      ),
      mishaps: <Bars title="Late" rows={[{ label: 'Paper', count: 3 }]} isNeutral />,
      kinds: <Kinds report={report(DAY)} />,
      money: <MoneyTable report={{ ...report(DAY), unclearMoney: 2 }} />,
      causes: <Causes title="Causes" causes={CAUSES} />,
      couriers: <Couriers couriers={report(DAY).couriers} />,
      lost: <Lost report={report(DAY)} />,
      'nothing lost': <Lost report={{ ...report(DAY), lost: [], moreLost: 0, unread: 0 }} />,
      'a file a month': <MonthlyFile />,
    }}
  />
));

export const MonthlyFileNotRead = story(
  () => (
    <Sheet>
      <MonthlyFile />
    </Sheet>
  ),
  () => ({ answers: { 'settings.get': { code: 'x', text: message('access.pinNeeded') } } }),
);
