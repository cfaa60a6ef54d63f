/** State of ticket, labels and till handoff: an icon each, with text on failure. */
import { isSame, type OrderCard, type StepView } from '../../../contract/contract.ts';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { say, t } from '../../words.ts';
import './steps.css';

const STEPS = ['ticket', 'labels', 'till'] as const;

const mark: Record<StepView['state'], IconName | null> = {
  none: null,
  waiting: 'clock',
  working: 'dots',
  stuck: 'clock',
  sent: 'sent',
  reported: 'check',
  confirmed: 'double-check',
  failed: 'cross',
};

/** States shown on a card, as they may need staff. */
const SPEAKS: ReadonlySet<StepView['state']> = new Set(['stuck', 'sent', 'failed']);

/** `full`: all steps with text; else only stuck, failed and unconfirmed ones. */
export function Steps({ order, full = false }: { order: OrderCard; full?: boolean }) {
  // A stuck ticket that replaces the till has the same text, so the till's step is hidden.
  const isOnTicket = (name: (typeof STEPS)[number]) => name === 'till' && isStuck(order.till) && isSame(order.till.text, order.ticket.text);
  const shown = STEPS.filter((name) => full || (SPEAKS.has(order[name].state) && !isOnTicket(name)));
  if (shown.length === 0) return null;
  return (
    <ul className={full ? 'steps steps-full' : 'steps'} aria-label={t('steps.title')}>
      {shown.map((name) => (
        <Step key={name} name={name} step={order[name]} inWords={full || isToSay(order, order[name])} />
      ))}
    </ul>
  );
}

const isStuck = ({ state }: StepView) => state === 'stuck';
const isToSay = (order: OrderCard, step: StepView) => isStuck(step) || (step.state === 'failed' && !isInTrouble(order, step));

/** Avoids the same sentence twice on a card. */
const isInTrouble = (order: OrderCard, step: StepView) => order.trouble.some((problem) => isSame(problem.text, step.text));

function Step({ name, step, inWords }: { name: (typeof STEPS)[number]; step: StepView; inWords: boolean }) {
  const sign = mark[step.state];
  const text = step.text || t(`steps.states.${step.state}`);
  return (
    <li className="step" data-state={step.state} title={say(text)}>
      <Icon name={name} />
      <span>{t(`steps.${name}`)}</span>
      {sign && <Icon name={sign} className="step-mark" />}
      {inWords && <span className="step-text">{say(text)}</span>}
      {/* Unconfirmed printouts always show text; color alone isn't enough. */}
      {!inWords && step.state === 'sent' && <span className="step-text">{t('steps.states.sent')}</span>}
      {!inWords && <span className="unseen">: {say(text)}</span>}
    </li>
  );
}
