/** Setup: where the service sends orders; the first correctly signed notification verifies it. */
import { sourceOf } from '../../../contract/contract.ts';
import { useServiceNow } from '../../state/clock.ts';
import { useApp } from '../../state/counter.ts';
import { dayAndClock } from '../../time/texts.ts';
import { say, t } from '../../words.ts';
import { RelayJoin } from '../connect/relay-join.tsx';
import { useRelayProof } from '../connect/relay-proof.ts';
import { WebhookHandOver } from '../connect/webhook-hand-over.tsx';
import { type Proof, Proofs } from '../proof.tsx';
import { Question } from './question.tsx';

export function OrdersStep() {
  const app = useApp();
  const receiver = sourceOf(app, 'receiver');
  const relay = useRelayProof();
  const now = useServiceNow();
  if (!app || !receiver) return null;
  const { isSaved, isRefused, provedAt } = app.webhookSecret;
  const secret: Proof = isSaved
    ? {
        id: 'secret',
        title: t('setup.orders.secret'),
        text: provedAt === null ? t('setup.orders.notTested') : null,
        state: provedAt === null ? 'saved' : 'proved',
      }
    : { id: 'secret', title: t('setup.orders.noSecret'), text: t('first.webhookWhy'), state: 'open' };
  const came: Proof = isRefused
    ? { id: 'came', title: t('setup.orders.refused'), text: say(receiver.text), state: 'wrong' }
    : provedAt === null
      ? { id: 'came', title: t('setup.orders.notYet'), text: t('setup.orders.notYetWhy'), state: 'open' }
      : { id: 'came', title: t('setup.orders.came'), state: 'proved', at: t('setup.orders.cameAt', { time: dayAndClock(provedAt, now) }) };
  return (
    <Question title={t('setup.orders.title')}>
      <section className="part" aria-label={t('setup.orders.behindRouter')}>
        <h2>{t('setup.orders.behindRouter')}</h2>
        <p className="page-note">{t('settings.relay.why')}</p>
        {(relay === null || relay.state === 'wrong') && <RelayJoin />}
      </section>
      <section className="part" aria-label={t('setup.orders.ownAddress')}>
        <h2>{t('setup.orders.ownAddress')}</h2>
        <WebhookHandOver />
      </section>
      <Proofs
        proofs={[
          ...(relay ? [relay] : []),
          {
            id: 'listening',
            title: t('setup.orders.listening'),
            text: receiver.address === null ? say(receiver.text) : t('receiver.listening'),
            state: receiver.address === null ? 'wrong' : 'proved',
          },
          secret,
          came,
        ]}
      />
    </Question>
  );
}
