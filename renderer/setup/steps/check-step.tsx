/** Everything that an order needs, tried once together. */
import { SelfTestRun } from '../../self-test/self-test.tsx';
import { SET_UP_STEPS } from '../../state/counter.ts';
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
      <p className="question-done" role="status">
        {count === SET_UP_STEPS.length && said.done}
      </p>
    </Question>
  );
}
