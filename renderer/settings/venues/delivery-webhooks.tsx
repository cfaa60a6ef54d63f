/** Delivery webhooks: one tap adds this computer's; existing ones can be changed. */
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { DELIVERY_EVENTS, type DeliveryWebhookView, type Problem, sourceOf } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DangerEnd } from '../../parts/form/danger-end.tsx';
import { Field, Tick } from '../../parts/form/field.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { call } from '../../state/link.ts';
import { useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';

export function DeliveryWebhooks() {
  const receiver = sourceOf(useApp(), 'receiver')?.address ?? null;
  const [webhooks, setWebhooks] = useState<DeliveryWebhookView[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useCallback(async () => {
    const answer = await call('webhooks.list', {});
    setProblem(answer.ok ? null : answer.problem);
    if (answer.ok) setWebhooks(answer.value.webhooks);
  }, []);
  useEffect(() => void read(), [read]);
  return (
    <section className="part" aria-label={t('settings.deliveryWebhooks.title')}>
      <h3>{t('settings.deliveryWebhooks.title')}</h3>
      <p className="page-note">{t('settings.deliveryWebhooks.why')}</p>
      {problem && <ProblemText problem={problem} spoken />}
      {!webhooks && !problem && <p>{t('settings.deliveryWebhooks.loading')}</p>}
      {webhooks?.length === 0 && <p>{t('settings.deliveryWebhooks.none')}</p>}
      <ul className="rows">
        {webhooks?.map((webhook) => (
          <li key={webhook.id}>
            <Webhook webhook={webhook} onChanged={read} />
          </li>
        ))}
      </ul>
      {webhooks && <NewWebhook url={receiver && `${receiver}/deliveries`} onAdded={read} />}
    </section>
  );
}

function NewWebhook({ url, onAdded }: { url: string | null; onAdded: () => Promise<void> }) {
  const create = useFormCall('webhooks.create', ['url']);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await create.run({ url: String(new FormData(event.currentTarget).get('url')).trim() });
    // Reads the list also after a failure: the answer may have been lost.
    await onAdded();
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={t('settings.deliveryWebhooks.url')}
        name="url"
        defaultValue={url ?? ''}
        hint={t('settings.deliveryWebhooks.urlHint')}
        error={create.wrong.url}
      />
      {create.problem && <ProblemText problem={create.problem} spoken />}
      <div className="form-end">
        <button type="submit" className="button fill" disabled={create.busy}>
          {t('settings.deliveryWebhooks.add')}
        </button>
      </div>
    </form>
  );
}

function Webhook({ webhook, onChanged }: { webhook: DeliveryWebhookView; onChanged: () => Promise<void> }) {
  const { id, disabled, isHere } = webhook;
  const url = webhook.url ?? id;
  const change = useCall('webhooks.change');
  const [removing, setRemoving] = useState(false);
  /** The last change, if the list doesn't show it. */
  const [changed, setChanged] = useState<'secret' | 'events' | null>(null);
  const run = async (wanted: Omit<Parameters<typeof change.run>[0], 'id'>) => {
    setChanged(null);
    const done = await change.run({ id, ...wanted });
    if (done !== null) setChanged(wanted.newSecret ? 'secret' : wanted.events ? 'events' : null);
    await onChanged();
  };
  const isForPlaces = webhook.events.length === 1 && webhook.events[0] === 'order.location_updated';
  const title = isForPlaces ? `${url} (${t('settings.deliveryWebhooks.names.order.location_updated')})` : url;
  const named = (action: string) => ({ 'aria-label': t('settings.deliveryWebhooks.named', { action, url: title }) });
  const turn = disabled ? t('settings.deliveryWebhooks.turnOn') : t('settings.deliveryWebhooks.turnOff');
  return (
    <div className="row">
      <p className="row-words">
        <strong>{title}</strong>
        <span className="row-state" data-state={disabled ? 'trouble' : 'ready'}>
          {disabled ? t('settings.deliveryWebhooks.off') : t('settings.deliveryWebhooks.on')}
        </span>
        {isHere && <span>{t('settings.deliveryWebhooks.here')}</span>}
      </p>
      <div className="row-buttons">
        <button type="button" className="button" {...named(turn)} disabled={change.busy} onClick={() => void run({ disabled: !disabled })}>
          {turn}
        </button>
        <button
          type="button"
          className="button"
          {...named(t('settings.deliveryWebhooks.newSecret'))}
          disabled={change.busy}
          onClick={() => void run({ newSecret: true })}
        >
          {t('settings.deliveryWebhooks.newSecret')}
        </button>
        <button
          type="button"
          className="button quiet stop"
          {...named(t('settings.deliveryWebhooks.remove'))}
          onClick={() => setRemoving(true)}
        >
          {t('settings.deliveryWebhooks.remove')}
        </button>
      </div>
      <p role="status">{changed && (changed === 'secret' ? t('settings.deliveryWebhooks.secretChanged') : t('settings.saved'))}</p>
      <Events webhook={webhook} onSave={(events) => void run({ events })} />
      {change.problem && <ProblemText problem={change.problem} spoken />}
      {removing && <Remove id={id} url={url} onRemoved={onChanged} onClose={() => setRemoving(false)} />}
    </div>
  );
}

/** Which events a webhook gets. Events that this version doesn't know stay. */
function Events({ webhook, onSave }: { webhook: DeliveryWebhookView; onSave: (events: string[]) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const later = webhook.events.filter((type) => !DELIVERY_EVENTS.some((known) => known === type));
    onSave([...new FormData(event.currentTarget).getAll('event').map(String), ...later]);
  };
  return (
    <details className="row-more">
      <summary>{t('settings.deliveryWebhooks.events', { count: webhook.events.length })}</summary>
      <form className="form" onSubmit={submit}>
        <div className="form-pair">
          {DELIVERY_EVENTS.map((type) => (
            <Tick
              key={type}
              label={t(`settings.deliveryWebhooks.names.${type}`)}
              name="event"
              value={type}
              on={webhook.events.includes(type)}
            />
          ))}
        </div>
        <p className="field-hint">{t('settings.deliveryWebhooks.heavy')}</p>
        <div className="form-end">
          <button type="submit" className="button fill">
            {t('settings.deliveryWebhooks.saveEvents')}
          </button>
        </div>
      </form>
    </details>
  );
}

function Remove(props: { id: string; url: string; onRemoved: () => Promise<void>; onClose: () => void }) {
  const { id, url, onRemoved, onClose } = props;
  const remove = useCall('webhooks.delete');
  return (
    <Dialog title={t('settings.deliveryWebhooks.removeTitle')} onClose={onClose}>
      <p className="dialog-text">{t('settings.deliveryWebhooks.removeWhy', { url })}</p>
      <DangerEnd
        action={remove}
        keep={t('settings.deliveryWebhooks.keep')}
        go={t('settings.deliveryWebhooks.doRemove')}
        onKeep={onClose}
        onGo={async () => {
          if (!(await remove.run({ id }))) return;
          onClose();
          await onRemoved();
        }}
      />
    </Dialog>
  );
}
