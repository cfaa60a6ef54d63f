import * as v from 'valibot';
import { ownIsSafe } from '../address.ts';
import { AlertSettings, WorkSettings } from '../settings/counter-settings.ts';
import { type Calls, type Done, output } from './call.ts';

export const shiftCalls = {
  'settings.saveWork': {
    who: 'manager-for-some',
    role: 'staff',
    cost: 10,
    noted: true,
    input: v.object({ work: v.partial(WorkSettings) }),
    output: output<Done>(),
  },
  'settings.saveAlerts': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({
      alerts: v.pipe(
        v.partial(AlertSettings),
        v.forward(
          ownIsSafe(
            ({ webhook_url }) => webhook_url,
            ({ plain_http }) => plain_http === true,
          ),
          ['webhook_url'],
        ),
      ),
    }),
    output: output<Done>(),
  },
  /** Silences the alarm for some minutes; 0 ends the silence. */
  'sound.pause': {
    who: 'counter',
    role: null,
    input: v.object({ minutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60)) }),
    output: output<Done>(),
  },
} as const satisfies Calls;
