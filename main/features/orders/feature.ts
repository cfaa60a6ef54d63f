import { createOperationKind } from '../../outbox/operations.ts';
import { createCommandKind } from '../../outbox/send-commands.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createOrderCalls } from './calls.ts';

export const orders = defineFeature({
  name: 'orders',
  calls: createOrderCalls,
  jobs({
    store,
    api,
    time,
    settings,
    currencyDigits,
    contact,
    reader: { read },
    poller: { followUp: onTaken },
  }: Kernel<'store' | 'api' | 'time' | 'settings' | 'currencyDigits' | 'contact' | 'reader' | 'poller'>) {
    return [
      createCommandKind({ store, api, time, read, onTaken, isGone: contact.isGone }),
      createOperationKind({ store, api, refundUnit: () => settings.get().service.refund_unit, currencyDigits, read, onTaken }),
    ];
  },
});
