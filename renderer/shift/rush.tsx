/** Rush mode: two taps to start, one to end. */

import { useState } from 'react';
import { CAUSE } from '../../contract/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choices } from '../parts/form/field.tsx';
import { Icon } from '../parts/icons.tsx';
import type { StatusLine } from '../parts/line.ts';
import { RANK } from '../parts/lines.ts';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useServiceNow } from '../state/clock.ts';
import { callOrSay } from '../state/link.ts';
import { RUSH_MINUTES, setUiState, useApp, useIsCounter, useUiState } from '../state/ui-state.ts';
import { clockText } from '../time/texts.ts';
import { t } from '../words.ts';

const LASTS = ['30', '60', '120'] as const;

export function useRushLine(): StatusLine[] {
  const rush = useApp()?.rush;
  const isCounter = useIsCounter();
  if (!rush) return [];
  const drawn = (
    <div className="strip strip-work" role="status">
      <Icon name="flame" />
      <p>
        <strong>{t('rush.on', { minutes: rush.extraMinutes, time: clockText(rush.until) })}</strong>
      </p>
      {isCounter && (
        <button type="button" className="button" onClick={() => void callOrSay('settings.saveWork', { work: { rush: null } })}>
          {t('rush.end')}
        </button>
      )}
    </div>
  );
  return [{ cause: CAUSE.rush, rank: RANK.work, drawn }];
}

export function RushDialog() {
  const open = useUiState((counter) => counter.rushOpen);
  const now = useServiceNow();
  const save = useCall('settings.saveWork');
  const minutes = useUiState((counter) => counter.rushMinutes);
  const [lasts, setLasts] = useState<(typeof LASTS)[number]>('60');
  if (!open) return null;
  const close = () => setUiState({ rushOpen: false });
  const start = async () => {
    const until = new Date(now + Number(lasts) * 60_000).toISOString();
    if (await save.run({ work: { rush: { extra_minutes: Number(minutes), until } } })) close();
  };
  return (
    <Dialog title={t('rush.title')} onClose={close}>
      <div className="form">
        <p>{t('rush.why')}</p>
        <Choices
          legend={t('rush.minutes')}
          name="rush-minutes"
          chosen={minutes}
          onChoose={(rushMinutes) => setUiState({ rushMinutes })}
          options={RUSH_MINUTES.map((value) => ({ value, label: t('actions.plus', { minutes: Number(value) }) }))}
        />
        <Choices
          legend={t('rush.lasts')}
          name="rush-lasts"
          chosen={lasts}
          onChoose={setLasts}
          options={LASTS.map((value) => ({ value, label: t('rush.until', { time: clockText(now + Number(value) * 60_000) }) }))}
        />
        {save.problem && <ProblemText problem={save.problem} spoken />}
        <div className="form-end">
          <button type="button" className="button fill" disabled={save.busy} onClick={() => void start()}>
            {t('rush.start')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
