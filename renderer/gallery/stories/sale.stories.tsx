import type { PendingView } from '../../../contract/contract.ts';
import { at } from '../made-up/at.ts';
import { FILE_DIFFERS, FILE_WRONG } from '../made-up/menu.ts';
import { hours, paused, pending, sale, selling } from '../made-up/sale.ts';
import { OTHER_VENUE, VENUE } from '../made-up/venue.ts';
import { on, type Scene } from '../scene.tsx';

export default { title: 'Sale' };

const STATES = ['waiting', 'sent', 'seen', 'unseen', 'refused'] as const satisfies PendingView['state'][];

export const Pauses = on('board', () => ({
  app: { severalVenues: true },
  venues: [
    ...STATES.map((state) => selling(state, state, paused(state))),
    selling('overdue', 'Overdue', paused('seen', { isOverdue: true, until: at(-600) })),
    selling('opening', 'Opening', paused('sent', { asked: 'open', isPaused: false, until: null })),
    selling('offline', 'Offline elsewhere', sale({ isOnline: false })),
  ],
  touch: ['.line-more'],
}));
const pause = (scene: Scene = {}) => on('board', () => ({ opens: 'sale/pause-dialog.tsx', counter: { pauseOpen: true }, ...scene }));
export const Pause = pause();
export const PauseOfSeveralVenues = pause({ venues: [VENUE, OTHER_VENUE], touch: ['input[value="other"]'] });

const withSale = (scene: Scene = {}) => on('board', () => ({ venues: [selling('venue', VENUE.name, sale())], ...scene }));
export const Today = withSale({ opens: 'sale/today.tsx', touch: ['.bar-today'] });
const HOURS = '[role="menuitem"][data-key="venue"]';
const open = (touch: NonNullable<Scene['touch']>, more: Scene = {}) =>
  withSale({ opens: 'sale/sale-menu.tsx', touch: ['.bar-today', HOURS, ...touch], ...more });
export const Hours = open([]);
export const HoursChanged = open([], {
  answers: { 'sale.hours': () => hours({ weekPending: pending('sent'), specialPending: pending('unseen') }) },
});
export const SpecialDays = open(['.special-add .button', '.special-add .button:last-child']);

const page = (number: number, more: Scene = {}) =>
  on('menu', () => ({ opens: 'sale/sale-menu.tsx', ...more, touch: [`.sale-pages .button:nth-child(${number})`, ...(more.touch ?? [])] }));
const choose = (checked: typeof FILE_WRONG) =>
  page(2, { answers: { 'menu.checkFile': () => checked }, touch: [['.menu-file [type="file"]', 'menu.csv']] });
export const MenuFile = page(2);
export const MenuFileWithMistakes = choose(FILE_WRONG);
export const MenuFileThatDiffers = choose(FILE_DIFFERS);
