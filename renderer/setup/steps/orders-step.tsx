/** Telling the service where to send orders; the first notification that is signed with the secret proves it. */
import { useServiceNow } from '../../state/clock.ts';
import { useApp } from '../../state/counter.ts';
import { dayAndClock } from '../../time/texts.ts';
import { say, words } from '../../words.ts';
import { RelayJoin } from '../connect/relay-join.tsx';
import { useRelayProof } from '../connect/relay-proof.ts';
import { WebhookHandOver } from '../connect/webhook-hand-over.tsx';
import { type Proof, Proofs } from '../proof.tsx';
import { Question } from './question.tsx';

const said = words.setup.orders;

export function OrdersStep() {
  const receiver = useApp()?.receiver;
  const relay = useRelayProof();
  const now = useServiceNow();
  if (!receiver) return null;
  const { hasSecret, refuses, provedAt } = receiver;
  const secret: Proof = hasSecret
    ? { id: 'secret', title: said.secret, says: provedAt === null ? said.unproved : null, state: provedAt === null ? 'saved' : 'proved' }
    : { id: 'secret', title: said.noSecret, says: words.first.webhookWhy, state: 'open' };
  const came: Proof = refuses
    ? { id: 'came', title: said.refused, says: say(receiver.says), state: 'wrong' }
    : provedAt === null
      ? { id: 'came', title: said.notYet, says: said.notYetWhy, state: 'open' }
      : { id: 'came', title: said.came, state: 'proved', at: said.cameAt(dayAndClock(provedAt, now)) };
  return (
    <Question title={said.title}>
      <section className="part" aria-label={said.behindRouter}>
        <h2>{said.behindRouter}</h2>
        <p className="page-note">{words.settings.relay.why}</p>
        {(relay === null || relay.state === 'wrong') && <RelayJoin />}
      </section>
      <section className="part" aria-label={said.ownAddress}>
        <h2>{said.ownAddress}</h2>
        <WebhookHandOver />
      </section>
      <Proofs
        proofs={[
          ...(relay ? [relay] : []),
          {
            id: 'listening',
            title: said.listening,
            says: say(receiver.says),
            state: receiver.state === 'listening' ? 'proved' : 'wrong',
          },
          secret,
          came,
        ]}
      />
    </Question>
  );
}
