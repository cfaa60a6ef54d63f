import { type CustomerLogo, openCustomerLogo } from '../../settings/customer-logo.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { type Access, createAccess } from './access.ts';
import { createAccessCalls } from './calls.ts';

interface OwnServices {
  access: Access;
  customerLogo: CustomerLogo;
}

export const access = defineFeature({
  name: 'access',
  services({
    dataDir,
    settings,
    secrets,
    store,
    time,
    log,
    warnings,
    opened,
    refreshApp,
    onVaultDefect,
  }: Kernel<
    'dataDir' | 'settings' | 'secrets' | 'store' | 'time' | 'log' | 'warnings' | 'opened' | 'refreshApp' | 'onVaultDefect'
  >): OwnServices {
    const access = opened.use(
      createAccess({
        secrets,
        store,
        time,
        onChange: refreshApp,
        onGone() {
          log.error('the PIN is not in the vault any more');
          warnings.pinGone();
        },
        isForNamed: () => settings.get().staff.on,
        onUnread: onVaultDefect,
      }),
    );
    return { access, customerLogo: openCustomerLogo(dataDir) };
  },
  appView: ({ access, customerLogo }: OwnServices) => ({ access: access.view(), customerLogo: customerLogo.address() }),
  calls: createAccessCalls,
});
