/**
 * What the service needs before the first order: the webhook URL, and the secret that signs it. The secret is created on this page and
 * saved in the vault; the page doesn't keep it.
 */
import { useState } from 'react';
import { sourceOf } from '../../../contract/contract.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { freshSecret } from '../../parts/fresh-secret.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useApp } from '../../state/counter.ts';
import { t } from '../../words.ts';
import './webhook-hand-over.css';

export function WebhookHandOver({ onMade }: { onMade?: () => Promise<void> }) {
  const url = sourceOf(useApp(), 'receiver')?.address;
  const [secret, setSecret] = useState<string | null>(null);
  const save = useCall('settings.saveWebhookSecret');
  const make = async () => {
    const made = freshSecret();
    // In the vault before anyone is told: a secret that the service knows and this computer does not would refuse every order.
    if (!(await save.run({ secret: made }))) return;
    setSecret(made);
    await onMade?.();
  };
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
        {secret === null ? (
          <button type="button" className="button" disabled={save.busy} onClick={() => void make()}>
            {t('webhook.make')}
          </button>
        ) : (
          <>
            <Copyable text={secret} name={t('webhook.secret')} atOnce />
            <small>{t('webhook.once')}</small>
          </>
        )}
        {save.problem && <ProblemText problem={save.problem} spoken />}
      </div>
      <p>{t('webhook.give')}</p>
    </div>
  );
}
