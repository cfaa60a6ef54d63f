/** The first screen: connect a venue or practice; choice of language. */
import { useId } from 'react';
import { LanguageField } from '../parts/form/language-field.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { setUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';
import './welcome.css';

export function Welcome() {
  const training = useCall('training.start');
  const save = useCall('settings.saveScreen');
  return (
    <main className="welcome">
      <h1>{t('setup.title')}</h1>
      <p className="welcome-lead">{t('setup.lead')}</p>
      <div className="welcome-choices">
        <Choice icon="plug" name={t('setup.connect')} why={t('setup.connectWhy')} first onChoose={() => setUiState({ setUp: 'venue' })} />
        <Choice
          icon="cap"
          name={t('setup.training')}
          why={training.busy ? t('setup.starting') : t('setup.trainingWhy')}
          busy={training.busy}
          onChoose={() => void training.run({})}
        />
      </div>
      <LanguageField onChoose={(language) => void save.run({ screen: { language } })} />
      {training.problem && <ProblemText problem={training.problem} spoken />}
      {save.problem && <ProblemText problem={save.problem} spoken />}
    </main>
  );
}

interface ChoiceProps {
  icon: IconName;
  name: string;
  why: string;
  busy?: boolean;
  /** Highlighted, as the most common choice. */
  first?: boolean;
  onChoose: () => void;
}

/** The whole tile is tappable; only its name is the button's name. */
function Choice({ icon, name, why, busy = false, first = false, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="welcome-choice" data-first={first || undefined}>
      <Icon name={icon} />
      <button type="button" aria-describedby={id} disabled={busy} onClick={onChoose}>
        {name}
      </button>
      <p id={id}>{why}</p>
    </div>
  );
}
