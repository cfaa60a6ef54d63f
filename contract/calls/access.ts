/** Who may come in, and what a screen is sent. */
import * as v from 'valibot';
import { mistake } from '../mistake.ts';
import { DisplayView, type TabletView } from '../views/display.ts';
import type { Problem } from '../views/problem.ts';
import { type Calls, type Done, Id, None, output } from './call.ts';

export const accessCalls = {
  /** Sends the screen that asks everything there is; no other screen hears of it. */
  'state.snapshot': { who: 'counter', role: null, input: None, output: output<Done>() },
  /** A code that lets one more page of this browser in, once: another tab, or a window of its own. */
  'counter.accessCode': {
    who: 'counter',
    role: null,
    input: None,
    output: output<{
      code: string;
    }>(),
  },
  /** Opens the manager's part for ten minutes. */
  'access.enter': {
    who: 'counter',
    role: null,
    input: v.object({ pin: v.pipe(v.string(), v.minLength(1, mistake('field.enterPin')), v.maxLength(200)) }),
    output: output<Done>(),
  },
  'access.leave': { who: 'manager', input: None, output: output<Done>() },
  /** Null takes the PIN away. */
  'access.setPin': {
    who: 'manager',
    noted: true,
    input: v.object({ pin: v.nullable(v.pipe(v.string(), v.regex(/^\d{4,12}$/, mistake('field.pinDigits')))) }),
    output: output<Done>(),
  },
  /** Lets tablets of the venue's network in, or sends all of them away. */
  'displays.allow': { who: 'manager', cost: 10, noted: true, input: v.object({ on: v.boolean() }), output: output<Done>() },
  /** The picture at the top of the customers' screen, a PNG or JPEG as base64; null for none. */
  'displays.saveLogo': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ picture: v.nullable(v.pipe(v.string(), v.maxLength(1_000_000))) }),
    output: output<Done>(),
  },
  /** Lets one tablet in, once: by its address, the QR code of it (a data: address of a picture), or the code typed into the page there. */
  'displays.pair': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({
      view: DisplayView,
      /** Which station a kitchen display shows, where it is one of them or the pass. */
      station: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))), null),
      name: v.pipe(v.string(), v.trim(), v.minLength(1, mistake('field.enterTabletName')), v.maxLength(40)),
    }),
    output: output<{
      url: string;
      code: string;
      qr: string;
      validSeconds: number;
    }>(),
  },
  /** `trouble`: why none can come in although they may. */
  'displays.list': {
    who: 'counter',
    role: null,
    input: None,
    output: output<{
      tablets: TabletView[];
      trouble: Problem | null;
    }>(),
  },
  /** Closes what a tablet shows, at once, and makes its key void; null for all of them. */
  'displays.sendAway': { who: 'manager', cost: 10, noted: true, input: v.object({ id: v.nullable(Id) }), output: output<Done>() },
} as const satisfies Calls;
