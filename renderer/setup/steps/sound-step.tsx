/** The alarm is played, and somebody says whether it was heard: no computer knows that by itself. */
import { useState } from 'react';
import { Icon } from '../../parts/icons.tsx';
import { tryTheSound } from '../../sound/sound.ts';
import { words } from '../../words.ts';
import { tellSetUp, useProgress } from '../progress.ts';
import { Proofs } from '../proof.tsx';
import { Question } from './question.tsx';

const said = words.setup.sound;

export function SoundStep() {
  const isHeard = useProgress().state.sound === 'done';
  const [asked, setAsked] = useState<'no' | 'played' | 'silent'>('no');
  return (
    <Question title={said.title} why={words.first.soundWhy}>
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
          {words.first.listen}
        </button>
        {asked !== 'no' && (
          <>
            <button
              type="button"
              className="button fill"
              onClick={() => {
                tellSetUp('heard');
                setAsked('no');
              }}
            >
              {said.yes}
            </button>
            <button type="button" className="button" onClick={() => setAsked('silent')}>
              {said.no}
            </button>
          </>
        )}
        <p role="status">{asked === 'silent' && words.selfTest.soundRemedy}</p>
      </div>
      <Proofs
        proofs={[isHeard ? { id: 'heard', title: said.heard, state: 'proved' } : { id: 'heard', title: words.first.sound, state: 'open' }]}
      />
    </Question>
  );
}
