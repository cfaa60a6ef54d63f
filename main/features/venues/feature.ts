/** Connects venues manually and by the codes of a provisioning file. */
import { failure } from '../../service/problem.ts';
import { type CodeRedeemer, createCodeRedeemer } from '../../service/redeem-codes.ts';
import { createRedirects, type Redirects } from '../../service/redirect-listener.ts';
import { createNewConnections } from '../../settings/new-connection.ts';
import { backoffMs } from '../../time/back-off.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { vaultProblem } from '../vault-problem.ts';
import { venuesView } from './app-view.ts';
import { createVenueCalls } from './calls.ts';
import { type Connecting, createConnecting } from './connect.ts';

interface OwnServices {
  connecting: Connecting;
  redeemer: CodeRedeemer;
  redirects: Redirects;
}

export const venues = defineFeature({
  name: 'venues',
  services(
    given: Kernel<'settings' | 'secrets' | 'tokens' | 'credentials' | 'time' | 'onDefect' | 'opened' | 'notices' | 'vault' | 'retryNow'>,
  ): OwnServices {
    const { settings, time, onDefect, opened, notices, vault, retryNow } = given;
    const connecting = createConnecting({
      ...given,
      connections: createNewConnections(vault, settings),
      onConnected() {
        notices.clear('connect');
        // Retries immediately: an order's time runs while work waits for access.
        retryNow();
      },
    });
    opened.defer(connecting.stop);
    const redeemer = opened.use(
      createCodeRedeemer({
        time,
        connect: (code, redirectUri) => connecting.connectAsSet(code, redirectUri).catch((error: unknown) => failure(vaultProblem(error))),
        backoffMs,
        tell: (trouble) =>
          trouble ? notices.raise('connect', 'error', trouble.text, trouble.hint, trouble.lasting) : notices.clear('connect'),
        onDefect,
      }),
    );
    return { connecting, redeemer, redirects: opened.use(createRedirects(time, onDefect)) };
  },
  appView: venuesView,
  calls: createVenueCalls,
  start({ vault, connecting, onVaultDefect }: Kernel<'vault' | 'onVaultDefect'> & OwnServices) {
    vault.opened.then(connecting.takeUp).catch(onVaultDefect);
  },
});
