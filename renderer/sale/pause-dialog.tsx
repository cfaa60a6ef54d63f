/** A pause in three taps: how long, why, start; with several venues, which one. */
import { useEffect, useState } from 'react';
import type { PauseEnd } from '../../contract/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choices, Field } from '../parts/form/field.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useServiceNow } from '../state/clock.ts';
import { call } from '../state/link.ts';
import { PAUSE_MINUTES, type PauseEndChoice, setUiState, useTopic, useUiState } from '../state/ui-state.ts';
import { clockText, dayAndClock } from '../time/texts.ts';
import { t } from '../words.ts';

const REASONS = ['busy', 'staff', 'equipment', 'other'] as const;
type Reason = (typeof REASONS)[number];
const ALL = 'all';

export function PauseDialog() {
  return useUiState((counter) => counter.pauseOpen) ? <OpenDialog /> : null;
}

function OpenDialog() {
  const venues = Object.values(useTopic('venues'));
  const pause = useCall('sale.pause');
  const now = useServiceNow();
  const [venue, setVenue] = useState<string>(venues.length === 1 ? (venues[0]?.id ?? ALL) : ALL);
  const end = useUiState((counter) => counter.pauseEnd);
  const [reason, setReason] = useState<Reason>('busy');
  const [other, setOther] = useState('');
  const opening = useOpening(venue === ALL ? (venues[0]?.id ?? null) : venue);
  const close = () => setUiState({ pauseOpen: false, pauseEnd: '30' });
  const start = async () => {
    const input = { end: asEnd(end), reason: reason === 'other' ? other : t(`sale.reasons.${reason}`) };
    for (const { id } of venues.filter((one) => venue === ALL || one.id === venue))
      if (!(await pause.run({ venueId: id, ...input }))) return;
    close();
  };
  const minutes = PAUSE_MINUTES.map((value) => ({
    value,
    label: t('time.minutes', { count: Number(value) }),
    hint: t('sale.untilTime', { time: clockText(now + Number(value) * 60_000) }),
  }));
  return (
    <Dialog title={t('sale.title')} onClose={close}>
      <div className="form">
        <p>{t('sale.why')}</p>
        {venues.length > 1 && (
          <Choices
            legend={t('sale.venue')}
            name="pause-venue"
            chosen={venue}
            onChoose={setVenue}
            options={[{ value: ALL, label: t('sale.allVenues') }, ...venues.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        )}
        <Choices<PauseEndChoice>
          legend={t('sale.until')}
          name="pause-end"
          chosen={end}
          onChoose={(pauseEnd) => setUiState({ pauseEnd })}
          options={[
            ...minutes,
            ...(opening === null
              ? []
              : [
                  {
                    value: 'opening' as const,
                    label: t('sale.nextOpening'),
                    ...(venue === ALL && venues.length > 1 ? {} : { hint: dayAndClock(opening, now) }),
                  },
                ]),
            { value: 'changed', label: t('sale.untilOpenedAgain') },
          ]}
        />
        <Choices
          legend={t('sale.reason')}
          name="pause-reason"
          chosen={reason}
          onChoose={setReason}
          options={REASONS.map((value) => ({ value, label: t(`sale.reasons.${value}`) }))}
        />
        {reason === 'other' && (
          <Field
            label={t('sale.otherReason')}
            name="reason"
            maxLength={200}
            value={other}
            onChange={({ target }) => setOther(target.value)}
          />
        )}
        {pause.problem && <ProblemText problem={pause.problem} spoken />}
        <div className="form-end">
          <button type="button" className="button danger" disabled={pause.busy} onClick={() => void start()}>
            {t('sale.go')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function asEnd(end: PauseEndChoice): PauseEnd {
  return end === 'opening' || end === 'changed' ? { until: end } : { until: 'minutes', minutes: Number(end) };
}

/** When the venue opens next, ISO UTC; null if unknown. */
function useOpening(venueId: string | null): string | null {
  const [opening, setOpening] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    setOpening(null);
    if (venueId !== null)
      void call('sale.hours', { venueId }).then((answer) => {
        if (!isOver && answer.ok) setOpening(answer.value.ends.opening);
      });
    return () => {
      isOver = true;
    };
  }, [venueId]);
  return opening;
}
