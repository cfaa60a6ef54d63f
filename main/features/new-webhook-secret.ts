/** Adds a webhook secret; the current one stays valid until webhooks use the new one. */
import type { Kernel } from './context.ts';

export function addWebhookSecret({ secrets, store, appEvents }: Kernel<'secrets' | 'store' | 'appEvents'>, secret: string): Promise<void> {
  return secrets.addWebhookSecret(secret, {
    isNewestVerified: () => store.verifications.at('webhook-secret', '') !== null,
    onNewest: () => appEvents.emit('webhookSecret'),
  });
}
