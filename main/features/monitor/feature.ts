import { keepOutages } from '../../monitor/keep-outages.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createMonitorCalls } from './calls.ts';

export const monitor = defineFeature({
  name: 'monitor',
  calls: createMonitorCalls,
  start({ store, feed, time, onDefect, opened }: Kernel<'store' | 'feed' | 'time' | 'onDefect' | 'opened'>) {
    opened.defer(keepOutages({ store, feed, time, onDefect }));
  },
});
