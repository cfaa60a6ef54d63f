/** Creates a webhook secret. Asks before replacing a used one; impossible while a relay uses it. */
import { useState } from 'react';
import { sourceOf } from '../../../contract/contract.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DangerEnd } from '../../parts/form/danger-end.tsx';
import { freshSecret } from '../../parts/fresh-secret.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';

export function NewSecret({ onMade }: { onMade?: (() => Promise<void>) | undefined }) {
  const app = useApp();
  const [secret, setSecret] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const save = useCall('settings.saveWebhookSecret');
  const make = async () => {
    const made = freshSecret();
    // Saved before it's shown: with an unsaved secret at the service, every order would be refused.
    if (!(await save.run({ secret: made }))) return;
    setAsks(false);
    setSecret(made);
    await onMade?.();
  };
  if (secret !== null)
    return (
      <>
        <Copyable text={secret} name={t('webhook.secret')} atOnce />
        <small>{t('webhook.once')}</small>
      </>
    );
  if (sourceOf(app, 'relay')) return <small>{t('webhook.throughRelay')}</small>;
  const isChange = app?.webhookSecret.isChange === true;
  const needsAsking = isChange || (app?.webhookSecret.verifiedAt ?? null) !== null;
  return (
    <>
      <button type="button" className="button" disabled={save.busy} onClick={() => (needsAsking ? setAsks(true) : void make())}>
        {t('webhook.make')}
      </button>
      {save.problem && !asks && <ProblemText problem={save.problem} spoken />}
      {asks && (
        <Dialog title={isChange ? t('webhook.another') : t('webhook.replace')} onClose={() => setAsks(false)}>
          <p className="dialog-text">{isChange ? t('webhook.anotherWhy') : t('webhook.replaceWhy')}</p>
          <DangerEnd
            action={save}
            keep={t('webhook.keepPresent')}
            go={t('webhook.make')}
            onKeep={() => setAsks(false)}
            onGo={() => void make()}
          />
        </Dialog>
      )}
    </>
  );
}
