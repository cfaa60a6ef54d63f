/** The first screen: connect a venue, or practise. */
import { useId, useState } from 'react';
import { Icon, type IconName } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { words } from '../words.ts';
import { ConnectForm } from './connect-form.tsx';
import './welcome.css';

export function Welcome() {
  const [connecting, setConnecting] = useState(false);
  const training = useCall('training.start');
  if (connecting) {
    return (
      <main className="welcome">
        <div className="welcome-form">
          <button type="button" className="button quiet" onClick={() => setConnecting(false)}>
            {words.setup.back}
          </button>
          <h1>{words.connect.title}</h1>
          <ConnectForm onDone={() => setConnecting(false)} />
        </div>
      </main>
    );
  }
  return (
    <main className="welcome">
      <h1>{words.setup.title}</h1>
      <p className="welcome-lead">{words.setup.lead}</p>
      <div className="welcome-choices">
        <Choice icon="plug" name={words.setup.connect} why={words.setup.connectWhy} onChoose={() => setConnecting(true)} />
        <Choice
          icon="cap"
          name={words.setup.training}
          why={training.busy ? words.setup.starting : words.setup.trainingWhy}
          busy={training.busy}
          onChoose={() => void training.run({})}
        />
      </div>
      {training.problem && <ProblemText problem={training.problem} spoken />}
    </main>
  );
}

interface ChoiceProps {
  icon: IconName;
  name: string;
  why: string;
  busy?: boolean;
  onChoose: () => void;
}

/** The whole tile takes the touch; only its name is the button's name. */
function Choice({ icon, name, why, busy = false, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="welcome-choice" data-icon={icon}>
      <Icon name={icon} />
      <button type="button" aria-describedby={id} disabled={busy} onClick={onChoose}>
        {name}
      </button>
      <p id={id}>{why}</p>
    </div>
  );
}
