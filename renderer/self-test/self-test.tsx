/** The opening drill on screen: one button, then a green or red line for everything an order needs. */
import { useState } from 'react';
import type { CallOutput } from '../../contract/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { tryTheSound } from '../sound/sound.ts';
import { openSettings, readCounter, setCounter, useCounter } from '../state/counter.ts';
import { ageText } from '../time/texts.ts';
import { say, words } from '../words.ts';
import './self-test.css';

const said = words.drill;
type Steps = CallOutput<'selfTest.run'>['steps'];

export function SelfTest() {
  const open = useCounter((counter) => counter.selfTestOpen);
  return open ? <Sheet /> : null;
}

function Sheet() {
  const selfTest = useCall('selfTest.run');
  const [steps, setSteps] = useState<Steps | null>(null);
  const [tookMs, setTookMs] = useState(0);
  const run = async () => {
    setSteps(null);
    tryTheSound();
    const done = await selfTest.run({});
    if (!done) return;
    const all = [soundStep(), ...done.steps];
    setSteps(all);
    setTookMs(done.tookMs);
    // What found something red is not done: it is run again.
    if (all.every(({ ok }) => ok)) setCounter({ selfTested: true });
  };
  const red = steps?.filter(({ ok }) => !ok).length ?? 0;
  const unsure = steps?.filter((step) => step.unsure).length ?? 0;
  return (
    <Dialog title={said.title} onClose={() => setCounter({ selfTestOpen: false })}>
      <div className="form">
        {!steps && <p>{said.why}</p>}
        {selfTest.problem && <ProblemText problem={selfTest.problem} spoken />}
        <p role="status" className="drill-result" data-good={steps ? (red > 0 ? 'false' : unsure > 0 ? 'unsure' : 'true') : undefined}>
          {selfTest.busy && said.running}
          {steps &&
            `${red > 0 ? said.bad(red) : unsure > 0 ? said.unsure(unsure) : said.good} ${said.took(ageText(Math.max(1_000, tookMs)))}`}
        </p>
        {steps && (
          <ul className="drill">
            {steps.map(({ id, name, ok, unsure: open, says, remedy, mendedIn }) => (
              <li key={id} data-ok={open ? 'unsure' : ok}>
                <Icon name={open ? 'sent' : ok ? 'check' : 'cross'} />
                <span>
                  <strong>{say(name)}</strong> <span className="unseen">{open ? said.unproven : ok ? said.ok : said.notOk}</span>
                  <span>{say(says)}</span>
                  {remedy && <strong>{say(remedy)}</strong>}
                </span>
                {mendedIn && (
                  <button
                    type="button"
                    className="button"
                    aria-label={`${said.toSettings}: ${say(name)}`}
                    onClick={() => openSettings(mendedIn)}
                  >
                    {said.toSettings}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        <div className="form-end">
          <button type="button" className="button big go" disabled={selfTest.busy} onClick={() => void run()}>
            {steps ? said.again : said.start}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function soundStep(): Steps[number] {
  const { sound, speaker } = readCounter();
  const ok = sound === 'on' && speaker;
  return {
    id: 'sound',
    name: said.sound,
    ok,
    says: ok ? said.soundGood : said.soundBad,
    remedy: ok ? null : said.soundRemedy,
    mendedIn: null,
  };
}
