/** Settings that belong to no other feature. */
import * as v from 'valibot';
import { ownIsSafe, RelayAddress } from '../address.ts';
import { mistake } from '../mistake.ts';
import { AlertSettings, ScreenSettings, WorkSettings } from '../settings/counter-settings.ts';
import { DesktopSettings, PosSettings, type Settings, StockSettings } from '../settings/settings.ts';
import { type Calls, type Done, type InTheWay, None, output, Pasted } from './call.ts';

export const settingsCalls = {
  /** Addresses that hold a password or a key are told with `HIDDEN` in its place. */
  'settings.get': {
    who: 'manager',
    input: None,
    output: output<{
      settings: Settings;
      /** Whether the vault has a client secret for the addresses in these settings. */
      hasClientSecret: boolean;
      /** For which addresses the client secret of each environment was entered: it is not sent to others. */
      secretsFor: Record<
        'production' | 'development',
        {
          auth: string;
          order: string | null;
        } | null
      >;
      /** `other-address`: the merchant key was entered for another address of the delivery API, and must be entered again. */
      merchantKey: 'none' | 'kept' | 'other-address';
      webhookSecrets: number;
      /** Whether there is a key with which a till may give counted stock. */
      hasStockKey: boolean;
    }>(),
  },
  /**
   * Exchanges the code of the relay's operator for a key, which goes to the vault, and receives through that relay from then on. `secret`:
   * of the service, where the one that is stored here is another or there is none.
   */
  'settings.joinRelay': {
    who: 'manager',
    input: v.object({
      address: RelayAddress,
      code: v.pipe(Pasted, v.trim(), v.minLength(8)),
      secret: v.nullable(v.pipe(Pasted, v.trim(), v.minLength(16, mistake('webhook-secret-is-too-short')))),
    }),
    output: output<Done>(),
  },
  /** Calls it no more, and forgets the key. */
  'settings.leaveRelay': { who: 'manager', input: None, output: output<Done>() },
  /** Where a till gives counted stock. Kept either way: `inTheWay` says what keeps the folder from being watched now. */
  'settings.saveStock': { who: 'manager', input: v.object({ stock: StockSettings }), output: output<InTheWay>() },
  /** Goes inwards only, into the vault; the key before it holds no more. */
  'settings.saveStockKey': {
    who: 'manager',
    input: v.object({ key: v.pipe(Pasted, v.minLength(16, mistake('key-is-too-short'))) }),
    output: output<Done>(),
  },
  'settings.savePos': {
    who: 'manager',
    input: v.object({
      pos: PosSettings,
    }),
    /** Kept either way: `inTheWay` says what keeps the till's folder from being written to now. */
    output: output<InTheWay>(),
  },
  /** Only what is given is changed. */
  'settings.saveDesktop': { who: 'manager', input: v.object({ desktop: v.partial(DesktopSettings) }), output: output<Done>() },
  /** What the browser or the computer speaks ("de-AT"), the most wanted first: holds where nobody has chosen a language yet. */
  'screen.prefer': {
    who: 'counter',
    role: null,
    input: v.object({ languages: v.pipe(v.array(v.pipe(v.string(), v.maxLength(35))), v.maxLength(20)) }),
    output: output<Done>(),
  },
  'settings.saveScreen': { who: 'counter', role: null, input: v.object({ screen: v.partial(ScreenSettings) }), output: output<Done>() },
  'settings.saveWork': {
    who: 'manager-for-some',
    role: 'staff',
    input: v.object({ work: v.partial(WorkSettings) }),
    output: output<Done>(),
  },
  'settings.saveAlerts': {
    who: 'manager',
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
  /** Quiet for so many minutes; 0 lets the alarm ring again. */
  'sound.pause': {
    who: 'counter',
    role: null,
    input: v.object({ minutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60)) }),
    output: output<Done>(),
  },
} as const satisfies Calls;
