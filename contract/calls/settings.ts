/** Settings that belong to no other feature. */
import * as v from 'valibot';
import { ScreenSettings } from '../settings/counter-settings.ts';
import { CounterSettings, DesktopSettings, type Settings } from '../settings/settings.ts';
import type { AppView } from '../views/app.ts';
import { type Calls, type Done, None, output, topic } from './call.ts';

export const settingsCalls = {
  /** Passwords and keys in addresses are replaced by `HIDDEN`. */
  'settings.get': {
    who: 'manager',
    input: None,
    output: output<{
      settings: Settings;
      /** Whether a client secret is saved for the current addresses. */
      hasClientSecret: boolean;
      /** The addresses that each environment's client secret was entered for; it's sent to no others. */
      secretsFor: Record<
        'production' | 'development',
        {
          auth: string;
          order: string | null;
        } | null
      >;
      /** `other-address`: entered for another address of the delivery API, so it must be entered again. */
      merchantKey: 'none' | 'kept' | 'other-address';
      webhookSecrets: number;
      hasStockKey: boolean;
    }>(),
  },
  'settings.saveDesktop': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ desktop: v.partial(DesktopSettings) }),
    output: output<Done>(),
  },
  'settings.saveCounter': {
    who: 'manager',
    cost: 10,
    noted: true,
    input: v.object({ counter: v.partial(v.pick(CounterSettings, ['unattended'])) }),
    output: output<Done>(),
  },
  /** Languages of the browser or computer ("de-AT"), most preferred first; used until a language is chosen. */
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
