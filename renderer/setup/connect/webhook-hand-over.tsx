/** The webhook URL and its new secret, for the service. The secret is saved in the vault, not on the page. */
import { sourceOf } from '../../../contract/contract.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { NewSecret } from './new-secret.tsx';
import './webhook-hand-over.css';

export function WebhookHandOver({ onMade }: { onMade?: () => Promise<void> }) {
  const app = useApp();
  const url = sourceOf(app, 'receiver')?.address;
  return (
    <div className="hand-over">
      {url && (
        <div>
          <strong>{t('webhook.address')}</strong>
          <Copyable text={url} name={t('webhook.address')} />
          <small>{t('webhook.local')}</small>
        </div>
      )}
      <div>
        <strong>{t('webhook.secret')}</strong>
        <NewSecret onMade={onMade} />
      </div>
      {sourceOf(app, 'relay') === null && <p>{t('webhook.give')}</p>}
    </div>
  );
}
