/** Pause, opening hours, and the menu as a file. */
import { type MenuFileView, message } from '../../../contract/contract.ts';
import { Checked, Difference } from '../../menu/file/checked.tsx';
import { ExportMenu } from '../../menu/file/export-menu.tsx';
import { MenuFile } from '../../menu/file/menu-file.tsx';
import { Replace } from '../../menu/file/replace.tsx';
import { UploadSteps } from '../../menu/file/upload-steps.tsx';
import { PendingLine } from '../../menu/parts/pending-line.tsx';
import { DeliveryProvider } from '../../sale/delivery-provider.tsx';
import { OpeningHours } from '../../sale/hours/opening-hours.tsx';
import { OpeningRow } from '../../sale/hours/opening-row.tsx';
import { SpecialDays } from '../../sale/hours/special-days.tsx';
import { Week } from '../../sale/hours/week.tsx';
import { PauseButton } from '../../sale/pause-button.tsx';
import { PauseDialog } from '../../sale/pause-dialog.tsx';
import { OpenSalePage, SaleMenu } from '../../sale/sale-menu.tsx';
import { Today } from '../../sale/today.tsx';
import { LineBelowBar } from '../../status/line-below-bar.tsx';
import { at } from '../made-up/at.ts';
import { hours, paused, pending, sale, selling } from '../made-up/sale.ts';
import { OTHER_VENUE, VENUE } from '../made-up/venue.ts';
import { type Scene, Sheet, States, story } from '../scene.tsx';

export default { title: 'Sale' };

const nothing = () => undefined;
const soon = async () => undefined;
const answers = { 'sale.hours': () => hours(), 'sale.checkHours': () => ({ mistakes: [] }) } satisfies Scene['answers'];

export const PauseStripsOfEachState = story(
  () => <LineBelowBar />,
  () => ({
    app: { severalVenues: true },
    venues: [
      selling('a', 'Confirmed', paused('seen')),
      selling('b', 'Asked', paused('waiting', { until: null, reason: null })),
      selling('c', 'Sent', paused('sent')),
      selling('d', 'Not confirmed', paused('unseen')),
      selling('e', 'Refused', paused('refused')),
      selling('f', 'Overdue', paused('seen', { isOverdue: true, until: at(-600) })),
      selling('g', 'Opening', paused('sent', { asked: 'open', isPaused: false, until: null })),
      selling('r', 'By rule', paused('seen', { reason: null, byRule: message('sale.ordersLate', { count: 4 }) })),
      selling('h', 'Offline elsewhere', sale({ isOnline: false })),
    ],
    touch: ['.line-more'],
  }),
);
export const PauseOfOneVenue = story(
  () => <PauseDialog />,
  () => ({ counter: { pauseOpen: true }, answers }),
);
export const PauseOfTwoVenues = story(
  () => <PauseDialog />,
  () => ({
    counter: { pauseOpen: true },
    venues: [VENUE, OTHER_VENUE],
    answers,
    touch: ['input[value="other"]'],
  }),
);
export const PauseSuggested = story(
  () => <LineBelowBar />,
  () => ({
    venues: [selling('venue', 'Harbour Kitchen', sale({ piledUp: message('sale.ordersLate', { count: 4 }) }))],
  }),
);
export const WhoDelivers = story(
  () => (
    <Sheet>
      <DeliveryProvider venueId="venue" name="Harbour Kitchen" />
    </Sheet>
  ),
  () => ({ answers: { ...answers, 'sale.deliveryProvider': () => ({ provider: 'SERVICE' }) }, touch: ['input[value="SELF_DELIVERY"]'] }),
);
export const ADoor = story(
  () => <OpenSalePage page="provider" venue={VENUE} onClose={nothing} />,
  () => ({ answers: { ...answers, 'sale.deliveryProvider': () => ({ provider: 'PIGEONS' }) } }),
);
export const DifferenceToTheFile = story(() => (
  <Sheet>
    <Difference
      of={{
        added: ['Tea'],
        gone: ['Beer'],
        repriced: [{ name: 'Bread', from: 450, to: 490, isHundredfold: false }],
        renamed: [],
        shown: [],
        hidden: [],
        currencies: null,
      }}
      money={{ currency: 'EUR', minorDigits: 2 }}
    />
  </Sheet>
));
export const InTheBar = story(
  () => (
    <States
      of={{
        pause: <PauseButton />,
        today: <Today />,
        doors: <SaleMenu venue={VENUE} />,
        'doors of the menu': <SaleMenu venue={VENUE} pages={['hours', 'file']} quiet />,
      }}
    />
  ),
  () => ({ venues: [selling('venue', 'Harbour Kitchen', sale())] }),
);
export const PendingLines = story(() => (
  <States
    of={Object.fromEntries(
      (['waiting', 'sent', 'seen', 'unseen', 'refused'] as const).map((state) => [
        state,
        <PendingLine key={state} venueId="venue" pending={pending(state)} />,
      ]),
    )}
  />
));

export const Hours = story(
  () => <OpeningHours venueId="venue" />,
  () => ({ answers }),
);
export const WeekThatWaits = story(
  () => (
    <Sheet>
      <Week venueId="venue" hours={hours({ weekPending: pending('sent') })} onSent={soon} />
    </Sheet>
  ),
  () => ({ answers }),
);
export const OpeningThatOverlaps = story(() => (
  <Sheet>
    <OpeningRow
      day="Friday"
      opening={{ day: 4, from: 17 * 60, until: 26 * 60 }}
      error="It overlaps with another entry."
      onChange={nothing}
      onRemove={nothing}
    />
  </Sheet>
));
export const Holidays = story(
  () => (
    <Sheet>
      <SpecialDays
        venueId="venue"
        today="2030-12-01"
        hours={hours({
          special: {
            days_closed: [{ start_date: '2030-12-24', end_date: '2030-12-26', message: 'Christmas' }],
            days_open: [
              {
                start_date: '2030-12-31',
                end_date: '2030-12-31',
                daily_availability: [
                  { open_time: '10:00', close_time: '14:00' },
                  { open_time: '20:00', close_time: '24:00' },
                ],
              },
            ],
          },
          specialPending: pending('unseen'),
        })}
        onSent={soon}
      />
    </Sheet>
  ),
  () => ({ answers }),
);

const GOOD: MenuFileView = {
  isGood: true,
  mistakes: [],
  items: 42,
  difference: {
    added: ['Rhubarb pie'],
    gone: ['Pea soup', 'Lingonberry juice'],
    repriced: [
      { name: 'Burger', from: 1_250, to: 1_350, isHundredfold: false },
      { name: 'Lemonade', from: 350, to: 35_000, isHundredfold: true },
    ],
    renamed: [{ from: 'Fries', to: 'French fries' }],
    shown: [],
    hidden: ['Caesar salad'],
    currencies: null,
  },
  isHundredfold: true,
  currency: 'EUR',
  minorDigits: 2,
  venueName: 'Harbour Kitchen',
};
const WRONG: MenuFileView = {
  ...GOOD,
  isGood: false,
  difference: null,
  isHundredfold: false,
  mistakes: [
    { line: 3, place: 'E3', text: message('menuFile.amount', { field: 'price', digits: 2 }), isWarning: false },
    { line: 5, place: 'H5', text: message('menuFile.fieldMissing', { field: 'category' }), isWarning: false },
  ],
};

export const FileOfTheMenu = story(
  () => <MenuFile venueId="venue" />,
  () => ({ venues: [selling('venue', 'Harbour Kitchen', sale({ upload: pending('seen') }))] }),
);
export const FileWithMistakes = story(() => (
  <Sheet>
    <Checked fileName="menu.csv" checked={WRONG} />
  </Sheet>
));
export const FileThatDiffers = story(() => (
  <Sheet>
    <Checked fileName="menu.csv" checked={GOOD} />
    <Replace venueId="venue" file={{ name: 'menu.csv', format: 'csv', isGuessed: false, text: '' }} checked={GOOD} onSent={nothing} />
  </Sheet>
));
export const Exports = story(() => (
  <Sheet>
    <ExportMenu venueId="venue" />
  </Sheet>
));
export const FileThatWasSent = story(
  () => (
    <States
      of={Object.fromEntries(
        (['waiting', 'sent', 'seen', 'unseen', 'refused'] as const).map((state) => [state, <UploadSteps key={state} venueId={state} />]),
      )}
    />
  ),
  () => ({
    venues: (['waiting', 'sent', 'seen', 'unseen', 'refused'] as const).map((state) =>
      selling(state, state, sale({ upload: pending(state) })),
    ),
  }),
);
