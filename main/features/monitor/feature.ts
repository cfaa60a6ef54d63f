/** What is wrong and what is done about it, and what was broken for how long. */
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
