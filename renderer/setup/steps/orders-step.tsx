/** Setup: the address for orders; the first correctly signed notification verifies it. */
import { useState } from 'react';
import { type AppView, type IntakeSource, sourceOf } from '../../../contract/contract.ts';
import { Choices } from '../../parts/form/field.tsx';
import { useServiceNow } from '../../state/clock.ts';
import { useApp } from '../../state/ui-state.ts';
import { dayAndClock } from '../../time/texts.ts';
import { say, t } from '../../words.ts';
import { Checklist, type ChecklistItem } from '../checklist.tsx';
import { useRelayCheck } from '../connect/relay-check.ts';
import { RelayJoin } from '../connect/relay-join.tsx';
import { SecretForm } from '../connect/secret-form.tsx';
import { WebhookHandOver } from '../connect/webhook-hand-over.tsx';
import { useOrderChecks } from '../waiting-orders.tsx';
import { Question } from './question.tsx';

type Way = 'relay' | 'direct';

export function OrdersStep() {
  const app = useApp();
  const receiver = sourceOf(app, 'receiver');
  const relay = useRelayCheck();
  const orders = useOrderChecks();
  const now = useServiceNow();
  const [chosen, setChosen] = useState<Way | null>(null);
  if (!app || !receiver) return null;
  const { isSaved } = app.webhookSecret;
  const way = chosen ?? (relay ? 'relay' : isSaved ? 'direct' : null);
  return (
    <Question title={t('setup.orders.title')}>
      <div className="ways">
        <Choices<Way>
          legend={t('setup.orders.title')}
          name="way"
          chosen={way}
          onChoose={setChosen}
          options={[
            { value: 'relay', label: t('setup.orders.behindRouter'), hint: t('setup.orders.behindRouterWhy') },
            { value: 'direct', label: t('setup.orders.ownAddress'), hint: t('setup.orders.ownAddressWhy') },
          ]}
        />
      </div>
      {way === 'relay' && (relay === null || relay.state === 'wrong') && (
        <section className="part" aria-label={t('setup.orders.behindRouter')}>
          <RelayJoin />
        </section>
      )}
      {way === 'relay' && relay !== null && isSaved === false && (
        <section className="part" aria-label={t('webhook.secret')}>
          <p className="page-note">{t('settings.relay.secretHint')}</p>
          <SecretForm />
        </section>
      )}
      {way === 'direct' && (
        <section className="part" aria-label={t('setup.orders.ownAddress')}>
          <WebhookHandOver />
        </section>
      )}
      <Checklist proofs={[...(relay ? [relay] : []), listening(receiver), ...secretProofs(app, receiver, now), ...orders]} />
    </Question>
  );
}

function listening({ address, text }: IntakeSource): ChecklistItem {
  return {
    id: 'listening',
    title: t('setup.orders.listening'),
    text: address === null ? say(text) : t('receiver.listening'),
    state: address === null ? 'wrong' : 'verified',
  };
}

function secretProofs({ webhookSecret }: AppView, receiver: IntakeSource, now: number): ChecklistItem[] {
  const { isSaved, isRefused, isChange, verifiedAt } = webhookSecret;
  const notTested = isChange ? t('setup.orders.newNotTested') : t('setup.orders.notTested');
  const secret: ChecklistItem = isSaved
    ? {
        id: 'secret',
        title: t('setup.orders.secret'),
        text: verifiedAt === null ? notTested : null,
        state: verifiedAt === null ? 'saved' : 'verified',
      }
    : { id: 'secret', title: t('setup.orders.noSecret'), text: t('first.webhookWhy'), state: 'open' };
  if (isRefused) return [secret, { id: 'came', title: t('setup.orders.refused'), text: say(receiver.text), state: 'wrong' }];
  if (verifiedAt !== null) {
    const at = t('setup.orders.cameAt', { time: dayAndClock(verifiedAt, now) });
    return [secret, { id: 'came', title: t('setup.orders.came'), state: 'verified', at }];
  }
  const title = isChange ? t('setup.orders.notYetNew') : t('setup.orders.notYet');
  return [secret, { id: 'came', title, text: t('setup.orders.notYetWhy'), state: 'open' }];
}
