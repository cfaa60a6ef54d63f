/** Pauses a venue automatically while orders pile up: for how long, and until when the rule applies. */
import { useState } from 'react';
import type { WorkSettings } from '../../../contract/contract.ts';
import { SelectField } from '../../parts/form/select.tsx';
import { useServiceNow } from '../../state/clock.ts';
import { dayAndClock } from '../../time/texts.ts';
import { t } from '../../words.ts';

const MINUTES = ['15', '30', '60'] as const;
const LASTS = ['2', '4', '8', '12'] as const;
const HOUR_MS = 3_600_000;

interface PauseRuleProps {
  rule: WorkSettings['pause_rule'];
  busy: boolean;
  keep: (change: Partial<WorkSettings>) => Promise<boolean>;
}

export function PauseRule({ rule, busy, keep }: PauseRuleProps) {
  const now = useServiceNow();
  const [minutes, setMinutes] = useState<(typeof MINUTES)[number]>('15');
  const [lasts, setLasts] = useState<(typeof LASTS)[number]>('4');
  if (rule !== null && Date.parse(rule.until) > now) {
    return (
      <div className="part">
        <h3>{t('settings.work.pauseRule.title')}</h3>
        <p>
          <strong>
            {t('settings.work.pauseRule.on', { minutes: t('time.minutes', { count: rule.minutes }), time: dayAndClock(rule.until, now) })}
          </strong>
        </p>
        <button type="button" className="button" disabled={busy} onClick={() => void keep({ pause_rule: null })}>
          {t('settings.work.pauseRule.end')}
        </button>
      </div>
    );
  }
  return (
    <fieldset className="part form" aria-label={t('settings.work.pauseRule.title')}>
      <h3>{t('settings.work.pauseRule.title')}</h3>
      <p className="field-hint">{t('settings.work.pauseRule.why')}</p>
      <div className="form-pair">
        <SelectField
          label={t('settings.work.pauseRule.minutes')}
          value={minutes}
          onChoose={setMinutes}
          options={MINUTES.map((value) => [value, t('time.minutes', { count: value })])}
        />
        <SelectField
          label={t('settings.work.pauseRule.lasts')}
          value={lasts}
          onChoose={setLasts}
          options={LASTS.map((value) => [
            value,
            t('rush.until', { time: dayAndClock(new Date(now + Number(value) * HOUR_MS).toISOString(), now) }),
          ])}
        />
      </div>
      <div className="form-end">
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() =>
            void keep({ pause_rule: { minutes: Number(minutes), until: new Date(now + Number(lasts) * HOUR_MS).toISOString() } })
          }
        >
          {t('settings.work.pauseRule.start')}
        </button>
      </div>
    </fieldset>
  );
}
