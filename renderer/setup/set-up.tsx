/** Setup: one question per page with progress, Back and Later. */
import { type ReactNode, type RefObject, useRef } from 'react';
import { Icon } from '../parts/icons.tsx';
import { useProgress } from '../state/set-up-progress.ts';
import { SET_UP_STEPS, type SetUpStep, setUiState, useApp } from '../state/ui-state.ts';
import { t } from '../words.ts';
import { CheckStep } from './steps/check-step.tsx';
import { OrdersStep } from './steps/orders-step.tsx';
import { PrinterStep } from './steps/printer-step.tsx';
import { SoundStep } from './steps/sound-step.tsx';
import { VenueStep } from './steps/venue-step.tsx';
import { WaitingOrders } from './waiting-orders.tsx';
import './set-up.css';

const STEPS: Record<SetUpStep, () => ReactNode> = {
  venue: VenueStep,
  orders: OrdersStep,
  sound: SoundStep,
  printer: PrinterStep,
  check: CheckStep,
};

const go = (setUp: SetUpStep | null) => setUiState(setUp === null ? { setUp, screen: 'board' } : { setUp });

export function SetUp({ step }: { step: SetUpStep }) {
  const isConnected = useApp()?.mode !== 'setup';
  const Shown = STEPS[step];
  /** The form on this page that was edited last. */
  const typed = useRef<HTMLFormElement | null>(null);
  return (
    <main className="set-up" aria-label={t('setup.label')}>
      <Line step={step} />
      <div
        className="set-up-page"
        onInput={({ target }) => {
          typed.current = (target as HTMLInputElement).form ?? typed.current;
        }}
      >
        {step !== 'orders' && <WaitingOrders />}
        <Shown key={step} />
      </div>
      {/* The connection form has its own buttons. */}
      {isConnected && <Foot step={step} typed={typed} />}
    </main>
  );
}

function Line({ step }: { step: SetUpStep }) {
  const { state, count } = useProgress();
  return (
    <header className="set-up-head">
      <span className="set-up-brand">Tillbridge</span>
      <ol className="set-up-line">
        {SET_UP_STEPS.map((one) => (
          <li key={one} data-state={state[one]} aria-current={one === step ? 'step' : undefined}>
            <i />
            <span>
              {state[one] !== 'open' && <Icon name={state[one] === 'done' ? 'check' : 'clock'} />}
              {t(`setup.steps.${one}`)}
              {state[one] !== 'open' && <span className="unseen">: {state[one] === 'done' ? t('first.done') : t('setup.isSaved')}</span>}
            </span>
          </li>
        ))}
      </ol>
      <span className="second">{t('setup.doneOf', { done: count, of: SET_UP_STEPS.length })}</span>
    </header>
  );
}

function Foot({ step, typed }: { step: SetUpStep; typed: RefObject<HTMLFormElement | null> }) {
  const { state } = useProgress();
  const at = SET_UP_STEPS.indexOf(step);
  const before = SET_UP_STEPS[at - 1];
  const after = SET_UP_STEPS[at + 1];
  // Only the service can send the order that verifies this step, so staff may go on once it's saved.
  const isNext = state[step] === 'done' || (step === 'orders' && state.orders === 'saved');
  const goOn = () => {
    // Saves unsaved input first, or shows its errors.
    if (typed.current?.isConnected) return typed.current.requestSubmit();
    go(after ?? null);
  };
  return (
    <footer className="set-up-foot">
      {before && (
        <button type="button" className="button quiet" onClick={() => go(before)}>
          <Icon name="before" />
          {t('setup.back')}
        </button>
      )}
      <button type="button" className="button quiet set-up-later" onClick={() => go(null)}>
        {t('setup.later')}
      </button>
      <button
        type="button"
        className={isNext ? 'button fill set-up-next' : 'button set-up-next'}
        // biome-ignore lint/a11y/noAutofocus: whoever has just connected goes on from here, and does not leave
        autoFocus
        onClick={goOn}
      >
        {after ? t('setup.next') : t('setup.end')}
        <Icon name="after" />
      </button>
    </footer>
  );
}
