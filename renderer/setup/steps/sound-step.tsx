/** Setup: plays the alarm and asks whether it was heard. */
import { useState } from 'react';
import { Icon } from '../../parts/icons.tsx';
import { tryTheSound } from '../../sound/sound.ts';
import { noteSetUpStep, useProgress } from '../../state/set-up-progress.ts';
import { t } from '../../words.ts';
import { Checklist } from '../checklist.tsx';
import { Question } from './question.tsx';

export function SoundStep() {
  const isHeard = useProgress().state.sound === 'done';
  const [asked, setAsked] = useState<'no' | 'played' | 'silent'>('no');
  return (
    <Question title={t('setup.sound.title')} why={t('first.soundWhy')}>
      <div className="part question-act">
        <button
          type="button"
          className={asked === 'no' && !isHeard ? 'button fill' : 'button'}
          onClick={() => {
            tryTheSound();
            setAsked('played');
          }}
        >
          <Icon name="sound-on" />
          {t('first.listen')}
        </button>
        {asked !== 'no' && (
          <>
            <button
              type="button"
              className="button fill"
              onClick={() => {
                noteSetUpStep('heard');
                setAsked('no');
              }}
            >
              {t('setup.sound.yes')}
            </button>
            <button type="button" className="button" onClick={() => setAsked('silent')}>
              {t('setup.sound.no')}
            </button>
          </>
        )}
        <p role="status">{asked === 'silent' && t('selfTest.soundHint')}</p>
      </div>
      <Checklist
        proofs={[
          isHeard
            ? { id: 'heard', title: t('setup.sound.heard'), state: 'verified' }
            : { id: 'heard', title: t('first.sound'), state: 'open' },
        ]}
      />
    </Question>
  );
}
