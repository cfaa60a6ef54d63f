import * as v from 'valibot';
import { mistake } from '../mistake.ts';
import type { Problem } from '../views/problem.ts';
import { NewScreen, PairedScreen, type TabletView } from '../views/station.ts';
import { type Calls, type Done, Id, None, output } from './call.ts';

export const accessCalls = {
  /** Sends a snapshot to the calling screen only. */
  'state.snapshot': { who: 'counter', role: null, input: None, output: output<Done>() },
  /** A single-use code that opens another page in the same browser. */
  'counter.accessCode': {
    who: 'counter',
    role: null,
    input: None,
    output: output<{
      code: string;
    }>(),
  },
  /** Grants manager access for ten minutes if the PIN is right. */
  'access.enter': {
    who: 'counter',
    role: null,
    input: v.object({ pin: v.pipe(v.string(), v.minLength(1, mistake('field.enterPin')), v.maxLength(200)) }),
    output: output<Done>(),
  },
  'access.leave': { who: 'manager', input: None, output: output<Done>() },
  /** Null removes the PIN. */
  'access.setPin': {
    who: 'manager',
    noted: true,
    input: v.object({ pin: v.nullable(v.pipe(v.string(), v.regex(/^\d{4,12}$/, mistake('field.pinDigits')))) }),
    output: output<Done>(),
  },
  /** Allows or forbids displays. Forbidding unpairs all tablets. */
  'displays.allow': { who: 'manager', cost: 10, noted: true, input: v.object({ on: v.boolean() }), output: output<Done>() },
  /** Logo of the customer display, PNG or JPEG as base64; null for none. */
  'displays.saveLogo': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ picture: v.nullable(v.pipe(v.string(), v.maxLength(1_000_000))) }),
    output: output<Done>(),
  },
  /**
   * Creates a single-use pairing code for one tablet: as an address, its QR code (data: URL of an image), and text to type there. `guideUrl`:
   * for an https address, where a tablet first gets the venue's certificate authority. `computerLink`: with the authority's fingerprint, for
   * `Tillbridge --station`.
   */
  'displays.pair': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: NewScreen,
    output: output<{
      url: string;
      code: string;
      qr: string;
      validSeconds: number;
      guideUrl: string | null;
      guideQr: string | null;
      computerLink: string | null;
    }>(),
  },
  /** Changes what a paired screen shows and may do; its pages reconnect. */
  'displays.change': { who: 'manager', cost: 10, noted: true, input: v.object({ id: Id, screen: PairedScreen }), output: output<Done>() },
  /**
   * `trouble`: why allowed tablets can't connect; `stationTrouble`: why none can over https. `authority`: of the venue, with the SHA-256
   * fingerprint that tablets show when installing it.
   */
  'displays.list': {
    who: 'counter',
    role: null,
    input: None,
    output: output<{
      tablets: TabletView[];
      trouble: Problem | null;
      stationTrouble: Problem | null;
      authority: { fingerprint: string } | null;
    }>(),
  },
  /** Disconnects a tablet immediately and revokes its key; null for all. */
  'displays.sendAway': { who: 'manager', cost: 10, noted: true, input: v.object({ id: v.nullable(Id) }), output: output<Done>() },
} as const satisfies Calls;
