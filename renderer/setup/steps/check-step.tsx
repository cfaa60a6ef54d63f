/** Everything that an order needs, tried once together. */
import { Switch } from '../../parts/form/field.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { SelfTestRun } from '../../self-test/self-test.tsx';
import { SET_UP_STEPS, useApp } from '../../state/counter.ts';
import { words } from '../../words.ts';
import { useProgress } from '../progress.ts';
import { Question } from './question.tsx';

const said = words.setup.check;

export function CheckStep() {
  const { count } = useProgress();
  return (
    <Question title={said.title}>
      <div className="part">
        <SelfTestRun />
      </div>
      <AtLogin />
      <p className="question-done" role="status">
        {count === SET_UP_STEPS.length && said.done}
      </p>
    </Question>
  );
}

/** Who is not asked finds it in the settings after the first power cut. Nothing to ask where the counter is a page of a browser. */
function AtLogin() {
  const on = useApp()?.startsAtLogin ?? null;
  const save = useCall('settings.saveDesktop');
  if (on === null) return null;
  return (
    <section className="part" aria-label={said.atLogin}>
      <h2>{said.atLogin}</h2>
      <Switch
        label={words.settings.desktop.start_at_login}
        hint={said.atLoginWhy}
        on={on}
        disabled={save.busy}
        onTurn={(start_at_login) => void save.run({ desktop: { start_at_login } })}
      />
      {save.problem && <ProblemText problem={save.problem} spoken />}
    </section>
  );
}
