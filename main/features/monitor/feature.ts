/** Monitoring: problems, outages, self-test, and diagnostics. */
import { keepOutages } from '../../monitor/keep-outages.ts';
import type { Context } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createMonitorCalls } from './calls.ts';

export const monitor = defineFeature({
  calls: createMonitorCalls,
  start({ store, feed, time, onDefect, opened }: Context) {
    opened.defer(keepOutages({ store, feed, time, onDefect }));
  },
});
