/** Setup: tests everything an order needs. */
import { Switch } from '../../parts/form/field.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { SelfTestRun } from '../../self-test/self-test.tsx';
import { useProgress } from '../../state/set-up-progress.ts';
import { SET_UP_STEPS, useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { Question } from './question.tsx';

export function CheckStep() {
  const { count } = useProgress();
  return (
    <Question title={t('setup.check.title')}>
      <div className="part">
        <SelfTestRun />
      </div>
      <AtLogin />
      <p className="question-done" role="status">
        {count === SET_UP_STEPS.length && t('setup.check.done')}
      </p>
    </Question>
  );
}

/** Offers to start at login; otherwise staff notice only after a power cut that it must be started. Not in a browser. */
function AtLogin() {
  const on = useApp()?.startsAtLogin ?? null;
  const save = useCall('settings.saveDesktop');
  if (on === null) return null;
  return (
    <section className="part" aria-label={t('setup.check.atLogin')}>
      <h2>{t('setup.check.atLogin')}</h2>
      <Switch
        label={t('settings.desktop.start_at_login')}
        hint={t('setup.check.atLoginWhy')}
        on={on}
        disabled={save.busy}
        onTurn={(start_at_login) => void save.run({ desktop: { start_at_login } })}
      />
      {save.problem && <ProblemText problem={save.problem} spoken />}
    </section>
  );
}
