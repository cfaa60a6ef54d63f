/** A new secret for the service's webhooks; the one they are signed with now stays valid until they arrive with a newer one. */
import type { Kernel } from './context.ts';

export function addWebhookSecret({ secrets, store, news }: Kernel<'secrets' | 'store' | 'news'>, secret: string): Promise<void> {
  return secrets.addWebhookSecret(secret, {
    isNewestProved: () => store.proofs.at('webhook-secret', '') !== null,
    onNewest: () => news.emit('webhookSecret'),
  });
}
