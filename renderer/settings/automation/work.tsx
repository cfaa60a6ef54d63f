/** Automatic actions: undo time, pre-order reminders, auto-accept rules with their end. */
import { useState } from 'react';
import { type AcceptRule, USUAL_RULE, type WorkSettings } from '../../../contract/contract.ts';
import { TimeField } from '../../parts/form/date-field.tsx';
import { NumberField } from '../../parts/form/number-field.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { ruleText } from '../../shift/auto-accept-strip.tsx';
import { useServiceNow } from '../../state/clock.ts';
import { useApp, useTopic } from '../../state/ui-state.ts';
import { clockText } from '../../time/texts.ts';
import { t } from '../../words.ts';
import { SettingField, useSection } from '../schema/setting-field.tsx';
import { PauseRule } from './pause-rule.tsx';

const UNDO = [0, 3, 5, 8, 15];
const REMIND = [null, 30, 60, 90, 120];
const LASTS = ['1', '2', '4', '8'] as const;
const HOUR_MS = 3_600_000;
const KINDS = ['delivery', 'self-delivery', 'takeaway'] as const;
const MOST_ITEMS = 999;
const MOST_MINUTES = 25;

const undoText = (seconds: number): string => (seconds === 0 ? t('settings.work.undoNone') : t('time.seconds', { count: seconds }));
const remindText = (minutes: number | null): string =>
  minutes === null ? t('settings.work.remindNever') : t('settings.work.before', { minutes });

export function Work({ work, onSaved }: { work: WorkSettings; onSaved: () => Promise<void> }) {
  const section = useSection('work', work, onSaved);
  const { put: keep, busy, problem } = section;
  return (
    <section className="settings-parts" aria-label={t('settings.work.title')}>
      <div className="part">
        <div className="form-pair">
          <SettingField of={section} name="undo_seconds" label={() => t('settings.work.undo')} steps={UNDO} asText={undoText} />
          <SettingField of={section} name="reminder_minutes" label={() => t('settings.work.remind')} steps={REMIND} asText={remindText} />
        </div>
      </div>
      <AutoAccept keep={keep} busy={busy} last={work.auto_accept?.rules[0] ?? USUAL_RULE} />
      <PauseRule rule={work.pause_rule} busy={busy} keep={keep} />
      {problem && <ProblemText problem={problem} spoken />}
    </section>
  );
}

interface AutoAcceptProps {
  keep: (change: Partial<WorkSettings>) => Promise<boolean>;
  busy: boolean;
  last: AcceptRule;
}

function AutoAccept({ keep, busy, last }: AutoAcceptProps) {
  const on = useApp()?.autoAccept;
  const now = useServiceNow();
  const venues = Object.values(useTopic('venues'));
  const [rule, setRule] = useState(last);
  const [lasts, setLasts] = useState<(typeof LASTS)[number]>('4');
  const set = (change: Partial<AcceptRule>) => setRule({ ...rule, ...change });
  const toggle = (kind: (typeof KINDS)[number], chosen: boolean) =>
    set({ kinds: chosen ? [...rule.kinds, kind] : rule.kinds.filter((one) => one !== kind) });
  if (on) {
    return (
      <div className="part">
        <p>
          <strong>{t('autoAccept.on', { time: clockText(on.until) })}</strong> {on.rules.map(ruleText).join(' ')}
        </p>
        <button type="button" className="button" disabled={busy} onClick={() => void keep({ auto_accept: null })}>
          {t('autoAccept.end')}
        </button>
      </div>
    );
  }
  return (
    <fieldset className="part form" aria-label={t('settings.work.auto')}>
      <h3>{t('settings.work.auto')}</h3>
      <p className="field-hint">{t('settings.work.autoWhy')}</p>
      <div className="form-pair">
        <SelectField
          label={t('settings.work.when')}
          value={rule.when}
          onChoose={(when) => set({ when })}
          options={[
            ['before-deadline', t('settings.work.whens.before-deadline')],
            ['at-once', t('settings.work.whens.at-once')],
          ]}
        />
        <SelectField
          label={t('settings.work.lasts')}
          value={lasts}
          onChoose={setLasts}
          options={LASTS.map((value) => [value, t('rush.until', { time: clockText(now + Number(value) * HOUR_MS) })])}
        />
        <TimeField label={t('settings.work.from')} value={rule.from} onChange={(from) => set({ from })} />
        <TimeField label={t('settings.work.to')} value={rule.to} onChange={(to) => set({ to })} />
        <NumberField
          label={t('settings.work.mostItems')}
          value={rule.most_items}
          least={1}
          most={MOST_ITEMS}
          onChange={(most_items) => set({ most_items })}
        />
        <NumberField
          label={t('settings.work.extra')}
          value={rule.extra_minutes}
          least={0}
          most={MOST_MINUTES}
          step={5}
          onChange={(minutes) => set({ extra_minutes: minutes ?? 0 })}
        />
        {venues.length > 1 && (
          <SelectField
            label={t('settings.work.venue')}
            value={rule.venues[0] ?? ''}
            onChoose={(id) => set({ venues: id === '' ? [] : [id] })}
            options={[['', t('settings.work.everyVenue')], ...venues.map(({ id, name }) => [id, name] as const)]}
          />
        )}
      </div>
      <div className="choices-row">
        {KINDS.map((kind) => (
          <label key={kind} className="choice">
            <input type="checkbox" checked={rule.kinds.includes(kind)} onChange={({ target }) => toggle(kind, target.checked)} />
            <span>{t(`settings.work.kinds.${kind}`)}</span>
          </label>
        ))}
      </div>
      <div>
        <label className="choice">
          <input type="checkbox" checked={rule.allergies} onChange={({ target }) => set({ allergies: target.checked })} />
          <span>
            {t('settings.work.allergies')}
            <small>{t('settings.work.allergiesWhy')}</small>
          </span>
        </label>
      </div>
      <div className="form-end">
        <button
          type="button"
          className="button fill"
          disabled={busy || rule.kinds.length === 0}
          onClick={() => void keep({ auto_accept: { until: new Date(now + Number(lasts) * HOUR_MS).toISOString(), rules: [rule] } })}
        >
          {t('settings.work.start')}
        </button>
      </div>
    </fieldset>
  );
}
