import { startsAtLogin } from '../../../contract/contract.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createSettingsCalls } from './calls.ts';

export const settings = defineFeature({
  name: 'settings',
  appView({ settings, host, mode, updates }: Kernel<'settings' | 'host' | 'mode' | 'updates'>) {
    const { screen, desktop, counter } = settings.get();
    return {
      screen: { ...screen, language: screen.language ?? 'en' },
      languageIsChosen: screen.language !== null,
      host,
      unattended: counter.unattended,
      startsAtLogin: host === 'desktop' && mode === 'live' ? startsAtLogin(desktop) : null,
      updates: updates?.(desktop) ?? null,
    };
  },
  calls: createSettingsCalls,
});
