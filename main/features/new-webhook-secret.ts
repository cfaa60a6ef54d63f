/** Adds a webhook secret; the current one stays valid until webhooks use the new one. */
import type { Kernel } from './context.ts';

export function addWebhookSecret({ secrets, store, news }: Kernel<'secrets' | 'store' | 'news'>, secret: string): Promise<void> {
  return secrets.addWebhookSecret(secret, {
    isNewestProved: () => store.proofs.at('webhook-secret', '') !== null,
    onNewest: () => news.emit('webhookSecret'),
  });
}
