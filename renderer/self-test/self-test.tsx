/** The self-test: a button, then a line per thing an order needs: verified, not verified or failed. */
import { useState } from 'react';
import type { CallOutput } from '../../contract/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { tryTheSound } from '../sound/sound.ts';
import { noteSetUpStep } from '../state/set-up-progress.ts';
import { isUnattended, openSettings, readUiState, setUiState, useUiState } from '../state/ui-state.ts';
import { ageText } from '../time/texts.ts';
import { say, t } from '../words.ts';
import './self-test.css';

type Steps = CallOutput<'selfTest.run'>['steps'];

export function SelfTest() {
  const open = useUiState((counter) => counter.selfTestOpen);
  return open ? (
    <Dialog title={t('selfTest.title')} onClose={() => setUiState({ selfTestOpen: false })}>
      <div className="form">
        <SelfTestRun />
      </div>
    </Dialog>
  ) : null;
}

/** Prefix of printer steps, whose test page staff may confirm. */
const A_PRINTER = 'printer-';

export function SelfTestRun() {
  const selfTest = useCall('selfTest.run');
  const seen = useCall('printer.seen');
  const [steps, setSteps] = useState<Steps | null>(null);
  const [tookMs, setTookMs] = useState(0);
  const run = async () => {
    setSteps(null);
    if (!isUnattended()) tryTheSound();
    const done = await selfTest.run({});
    if (!done) return;
    const all = isUnattended() ? done.steps : [soundStep(), ...done.steps];
    setSteps(all);
    setTookMs(done.tookMs);
    reportIfVerified(all);
  };
  const sayItCame = async (step: Steps[number]) => {
    if (!steps || !(await seen.run({ printerId: step.id.slice(A_PRINTER.length) }))) return;
    const all = steps.map((one) => (one.id === step.id ? { ...one, unsure: false, text: t('settings.seenPrinted'), hint: null } : one));
    setSteps(all);
    reportIfVerified(all);
  };
  const red = steps?.filter(({ ok }) => !ok).length ?? 0;
  const unsure = steps?.filter((step) => step.unsure).length ?? 0;
  return (
    <>
      {!steps && <p>{t('selfTest.why')}</p>}
      {selfTest.problem && <ProblemText problem={selfTest.problem} spoken />}
      {seen.problem && <ProblemText problem={seen.problem} spoken />}
      <p role="status" className="self-test-result" data-good={steps ? (red > 0 ? 'false' : unsure > 0 ? 'unsure' : 'true') : undefined}>
        {selfTest.busy && t('selfTest.running')}
        {steps &&
          `${red > 0 ? t('selfTest.bad', { count: red }) : unsure > 0 ? t('selfTest.unsure', { count: unsure }) : t('selfTest.good')} ${t('selfTest.took', { time: ageText(Math.max(1_000, tookMs)) })}`}
      </p>
      {steps && (
        <ul className="self-test">
          {steps.map((step) => {
            const { id, name, ok, unsure: open, text, hint, mendedIn } = step;
            return (
              <li key={id} data-ok={open ? 'unsure' : ok}>
                <span className="self-test-mark">
                  <Icon name={open ? 'question' : ok ? 'check' : 'cross'} />
                </span>
                <span className="self-test-words">
                  <strong>{say(name)}</strong>{' '}
                  <span className="unseen">{open ? t('selfTest.notConfirmed') : ok ? t('selfTest.ok') : t('selfTest.notOk')}</span>
                  <span>{say(text)}</span>
                  {hint && <strong>{say(hint)}</strong>}
                </span>
                {open && id.startsWith(A_PRINTER) && (
                  <button
                    type="button"
                    className="button"
                    aria-label={`${t('settings.cameOut')}: ${say(name)}`}
                    disabled={seen.busy}
                    onClick={() => void sayItCame(step)}
                  >
                    {t('settings.cameOut')}
                  </button>
                )}
                {mendedIn && (
                  <button
                    type="button"
                    className="button"
                    aria-label={`${t('selfTest.toSettings')}: ${say(name)}`}
                    onClick={() => openSettings(mendedIn)}
                  >
                    {t('selfTest.toSettings')}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <div className="form-end">
        <button type="button" className={steps && red === 0 ? 'button' : 'button fill'} disabled={selfTest.busy} onClick={() => void run()}>
          {steps ? t('selfTest.again') : t('selfTest.start')}
        </button>
      </div>
    </>
  );
}

/** Marks the setup step as done, unless a result failed or is unsure. */
function reportIfVerified(steps: Steps): void {
  if (steps.every(({ ok, unsure }) => ok && !unsure)) noteSetUpStep('tested');
}

function soundStep(): Steps[number] {
  const { sound, speaker } = readUiState();
  const ok = sound === 'on' && speaker;
  return {
    id: 'sound',
    name: t('selfTest.sound'),
    ok,
    text: ok ? t('selfTest.soundGood') : t('selfTest.soundBad'),
    hint: ok ? null : t('selfTest.soundHint'),
    mendedIn: null,
  };
}
