/** The courier desk: the service's couriers for orders from other channels. */
import { mapSection } from '../../../contract/contract.ts';
import { createDeliveryKind } from '../../outbox/deliveries.ts';
import { createPinKind } from '../../outbox/delivery-pins.ts';
import type { Slips } from '../../printing/spool/print-delivery-slips.ts';
import { noticeCouriers } from '../../view/courier-notices.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createCourierCalls } from './calls.ts';
import { createMapCalls } from './map-calls.ts';
import { createWebhookCalls } from './webhook-calls.ts';

const LOOK_BACK_MS = 24 * 3_600_000;

export const couriers = defineFeature({
  name: 'couriers',
  settings: mapSection,
  appView: ({ settings }: Kernel<'settings'>) => ({ couriers: settings.get().service.merchant_id !== null }),
  calls: (given: Kernel<'store' | 'time' | 'settings' | 'secrets' | 'deliveryApi' | 'receiver'>) => ({
    ...createCourierCalls(given),
    ...createMapCalls(given),
    ...createWebhookCalls(given),
  }),
  jobs: ({ store, deliveryApi: api, time, slips }: Kernel<'store' | 'deliveryApi' | 'time'> & { slips: Slips }) => [
    createDeliveryKind({ store, api, now: time.service.now, onOrdered: slips.due }),
    createPinKind({ store, api }),
  ],
  start({ store, notices, time, opened }: Kernel<'store' | 'notices' | 'time' | 'opened'>) {
    opened.defer(noticeCouriers({ store, notices, since: time.service.now() - LOOK_BACK_MS }));
  },
});
