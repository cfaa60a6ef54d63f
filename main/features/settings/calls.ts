import type { settingsCalls } from '../../../contract/calls/settings.ts';
import { languageFor } from '../../../contract/contract.ts';
import { DONE, type Handlers, withoutUndefined } from '../answers.ts';
import type { Kernel } from '../context.ts';
import { maskedForScreen } from '../masked-settings.ts';
import type { Connecting } from '../venues/connect.ts';

export function createSettingsCalls(
  deps: Kernel<'settings' | 'secrets'> & { connecting: Connecting },
): Pick<Handlers, keyof typeof settingsCalls> {
  const { settings, secrets } = deps;
  return {
    async 'settings.get'() {
      // This read fails immediately if the keychain is locked, while the next ones would wait.
      await secrets.clientSecret();
      await deps.connecting.takenUp();
      const clientSecret = await secrets.clientSecret();
      const [production, development] = [await secrets.clientSecretFor('production'), await secrets.clientSecretFor('development')];
      return {
        ok: true,
        value: {
          settings: maskedForScreen(settings.get()),
          hasClientSecret: clientSecret !== null,
          secretsFor: { production: addressesOf(production), development: addressesOf(development) },
          merchantKey: await secrets.merchantKeyState(),
          webhookSecrets: (await secrets.webhookSecrets()).length,
          hasStockKey: (await secrets.stockKey()) !== null,
        },
      };
    },
    'settings.saveDesktop': ({ desktop }) => {
      settings.change((now) => ({ ...now, desktop: { ...now.desktop, ...withoutUndefined(desktop) } }));
      return DONE;
    },
    'settings.saveCounter': ({ counter }) => {
      settings.change((now) => ({ ...now, counter: { ...now.counter, ...withoutUndefined(counter) } }));
      return DONE;
    },
    'screen.prefer': ({ languages }) => {
      const language = languageFor(languages);
      if (language && settings.get().screen.language === null) settings.change((now) => ({ ...now, screen: { ...now.screen, language } }));
      return DONE;
    },
    'settings.saveScreen': ({ screen }) => {
      settings.change((now) => ({ ...now, screen: { ...now.screen, ...withoutUndefined(screen) } }));
      return DONE;
    },
  };
}

function addressesOf(origins: { auth: string | null; order: string | null } | null): { auth: string; order: string | null } | null {
  return origins?.auth ? { auth: origins.auth, order: origins.order } : null;
}
