/** Settings that belong to no other feature. */
import * as v from 'valibot';
import { ScreenSettings } from '../settings/counter-settings.ts';
import { DesktopSettings, type Settings } from '../settings/settings.ts';
import type { AppView } from '../views/app.ts';
import { type Calls, type Done, None, output, topic } from './call.ts';

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
  /** Only what is given is changed. */
  'settings.saveDesktop': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ desktop: v.partial(DesktopSettings) }),
    output: output<Done>(),
  },
  /** What the browser or the computer speaks ("de-AT"), the most wanted first: holds where no one has chosen a language yet. */
  'screen.prefer': {
    who: 'counter',
    role: null,
    cost: 10,
    input: v.object({ languages: v.pipe(v.array(v.pipe(v.string(), v.maxLength(35))), v.maxLength(20)) }),
    output: output<Done>(),
  },
  'settings.saveScreen': {
    who: 'counter',
    role: null,
    cost: 10,
    noted: true,
    input: v.object({ screen: v.partial(ScreenSettings) }),
    output: output<Done>(),
  },
} as const satisfies Calls;

export const settingsTopics = { app: topic<AppView>() };
