/** The way from a connected venue to the first order: shown above the board until every step is done, or nobody wants to see it. */
import { useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { tryTheSound } from '../sound/sound.ts';
import { openSettings, setCounter, useApp, useCounter, useTopic } from '../state/counter.ts';
import { words } from '../words.ts';
import { WebhookHandOver } from './webhook-hand-over.tsx';
import './first-steps.css';

const said = words.first;

export function FirstSteps() {
  const mode = useApp()?.mode;
  const hidden = useCounter((counter) => counter.firstStepsHidden);
  const heard = useCounter((counter) => counter.heard);
  const selfTested = useCounter((counter) => counter.selfTested);
  const hasSecret = useApp()?.receiver.hasSecret === true;
  const orders = Object.keys(useTopic('orders')).length;
  const hasPrinter = Object.keys(useTopic('printers')).length > 0;
  // Whoever works here already needs no lesson.
  if (mode !== 'live' || hidden || orders > 0 || (hasPrinter && hasSecret && heard && selfTested)) return null;
  return (
    <section className="first-steps" aria-label={said.title}>
      <header>
        <h2>{said.title}</h2>
        <button type="button" className="button quiet" onClick={() => setCounter({ firstStepsHidden: true })}>
          {said.hide}
        </button>
      </header>
      <ol>
        <WebhookStep />
        <Step name={said.connect} done />
        <Step name={said.printer} why={said.printerWhy} done={hasPrinter}>
          <button type="button" className="button" onClick={() => openSettings('printers')}>
            {said.toSettings}
          </button>
        </Step>
        <Step name={said.sound} why={said.soundWhy} done={heard}>
          <button
            type="button"
            className="button"
            onClick={() => {
              tryTheSound();
              setCounter({ heard: true });
            }}
          >
            {said.listen}
          </button>
        </Step>
        <Step name={said.drill} why={said.drillWhy} done={selfTested}>
          <button type="button" className="button" onClick={() => setCounter({ selfTestOpen: true })}>
            {words.drill.open}
          </button>
        </Step>
      </ol>
    </section>
  );
}

/** It stays open while a secret that was made here is shown: the service has to be told. */
function WebhookStep() {
  const hasSecret = useApp()?.receiver.hasSecret !== false;
  const [made, setMade] = useState(false);
  // In Settings the part itself stands below.
  if (useCounter(({ screen }) => screen) === 'settings')
    return (
      <Step name={said.webhook} why={said.webhookWhy} done={hasSecret}>
        <button type="button" className="button" onClick={() => openSettings('webhook')}>
          {words.drill.toSettings}
        </button>
      </Step>
    );
  return (
    <Step name={said.webhook} why={said.webhookWhy} done={hasSecret && !made} wide>
      <WebhookHandOver onMade={async () => setMade(true)} />
    </Step>
  );
}

interface StepProps {
  name: string;
  why?: string;
  done: boolean;
  /** There is more to do in it than fits beside the others. */
  wide?: boolean;
  children?: React.ReactNode;
}

function Step({ name, why, done, wide = false, children }: StepProps) {
  return (
    <li data-done={done} data-wide={(wide && !done) || undefined}>
      {done && <Icon name="check" />}
      <span>
        <strong>{name}</strong>
        {done ? <span className="unseen">: {said.done}</span> : <small>{why}</small>}
      </span>
      {!done && children}
    </li>
  );
}
