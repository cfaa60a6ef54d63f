/** An order's ID and further data of the service; empty fields are only named. */
import type { OrderCard, OrderDetail } from '../../../contract/contract.ts';
import { Fact } from '../../parts/fact.tsx';
import { useServiceNow } from '../../state/clock.ts';
import { dayAndClock } from '../../time/texts.ts';
import { say, t } from '../../words.ts';

export function About({ order, detail }: { order: OrderCard; detail: OrderDetail }) {
  const now = useServiceNow();
  const facts = detail.sections.filter(({ of }) => of !== 'money').flatMap((section) => section.facts);
  const isShown = ({ value, text }: (typeof facts)[number]) => value !== null || text !== undefined;
  const empty = (isGiven: boolean) =>
    detail.sections
      .flatMap((section) => section.facts)
      .filter((fact) => !isShown(fact) && fact.isGiven === isGiven)
      .map(({ label }) => say(label))
      .join(', ');
  return (
    <>
      <dl className="facts">
        <Fact name={t('detail.facts.id')}>
          <code>{order.id}</code>
        </Fact>
        <Fact name={t('detail.facts.venue')}>{order.venueName}</Fact>
        <Fact name={t('detail.facts.serviceState')}>{order.status}</Fact>
        <Fact name={t('detail.facts.decideBy')}>{order.deadline && dayAndClock(order.deadline.at, now)}</Fact>
        {facts.filter(isShown).map(({ label, value, text }) => (
          <Fact key={say(label)} name={say(label)}>
            {say(text ?? (typeof value === 'boolean' ? t(`more.${value ? 'yes' : 'no'}`) : (value ?? '')))}
          </Fact>
        ))}
      </dl>
      <dl className="more-empty">
        <Fact name={t('more.none')}>{empty(true)}</Fact>
        <Fact name={t('more.notProvided')}>{empty(false)}</Fact>
      </dl>
    </>
  );
}
