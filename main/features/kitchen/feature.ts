import { kitchenSection } from '../../../contract/contract.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createMenuCalls } from '../menu/calls.ts';
import type { MenuCallsDeps } from '../menu/menu-changes.ts';
import { createKitchenCalls } from './calls.ts';
import { createKitchenSaleCalls } from './sale-calls.ts';

export const kitchen = defineFeature({
  name: 'kitchen',
  settings: kitchenSection,
  appView({ settings }: Kernel<'settings'>) {
    const { stations, dish_size: dishSize, sold_out: soldOut } = settings.get().kitchen;
    return { kitchen: { stations: stations.map(({ id, name }) => ({ id, name })), dishSize, station: null, soldOut } };
  },
  calls: (given: Kernel<'feed'> & MenuCallsDeps) => ({
    ...createKitchenCalls(given),
    ...createKitchenSaleCalls(given, createMenuCalls(given)),
  }),
});
