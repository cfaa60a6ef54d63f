/** The secret that signs notifications: created here, or entered. */
import { SecretForm } from '../../setup/connect/secret-form.tsx';
import { WebhookHandOver } from '../../setup/connect/webhook-hand-over.tsx';
import { t } from '../../words.ts';

export function WebhookSecret({ stored, onSaved }: { stored: number; onSaved: () => Promise<void> }) {
  return (
    <section className="part" data-part="webhook" aria-label={t('settings.webhook')}>
      <p>{t('settings.webhookWhy')}</p>
      <p>
        <strong>{t('settings.webhookCount', { count: stored })}</strong>
      </p>
      <WebhookHandOver onMade={onSaved} />
      <SecretForm onSaved={onSaved} />
    </section>
  );
}
