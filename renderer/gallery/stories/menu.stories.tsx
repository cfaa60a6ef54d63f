import { menu, menuSent } from '../made-up/menu.ts';
import { on, type Scene } from '../scene.tsx';

export default { title: 'Menu' };

const screen = (scene: Scene = {}) => on('menu', () => scene);
const tab = (number: number) => `.menu-tabs .tab:nth-child(${number})`;

export const Everything = screen();
export const SoldOut = screen({ touch: [tab(2)] });
export const Changes = screen({ touch: [tab(3)] });
export const NeverRead = screen({
  answers: { 'menu.get': () => menuSent(menu({ readAt: null, isReading: true, items: [], categories: [], options: [] })) },
});
export const HowLong = screen({ opens: 'menu/parts/ends-menu.tsx', touch: ['.menu-row-acts [aria-haspopup]'] });
export const Item = screen({ opens: 'menu/item/item-sheet.tsx', touch: ['.menu-row-name'] });

const CHOSEN = [tab(4), '.many-prices-head .button'];
export const Prices = screen({ touch: CHOSEN });
export const PricesReviewed = screen({
  opens: 'menu/prices/price-review.tsx',
  touch: [...CHOSEN, ['.many-prices-rule [name="percent"]', '5'], '.many-prices-rule [type="submit"]'],
});
