/** What kitchen displays can do. */
import type { MenuBook } from '../../outbox/menu/menu-book.ts';
import type { MenuWork } from '../../view/menu/whole/menu-thread.ts';
import type { Context } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createMenuCalls } from '../menu/calls.ts';
import { createKitchenCalls } from './calls.ts';
import { createKitchenSaleCalls } from './sale-calls.ts';

export const kitchen = defineFeature({
  appView({ settings }: Context) {
    const { stations, dish_size: dishSize, sold_out: soldOut } = settings.get().kitchen;
    return { kitchen: { stations: stations.map(({ id, name }) => ({ id, name })), dishSize, station: null, soldOut } };
  },
  calls: (given: Context & { menuBook: MenuBook; menuWork: MenuWork; zoneOf: (venueId: string) => string }) => ({
    ...createKitchenCalls(given),
    ...createKitchenSaleCalls(given, createMenuCalls(given)),
  }),
});
