/** What the counter does by itself: the time for an undo, reminders of pre-orders, and auto-accept by rules with its end. */
import { useState } from 'react';
import type { AcceptRule, WorkSettings } from '../../contract/contract.ts';
import { TimeField } from '../parts/date-field.tsx';
import { SelectField } from '../parts/field.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { ruleText } from '../shift/auto-accept-strip.tsx';
import { useServiceNow } from '../state/clock.ts';
import { useApp, useTopic } from '../state/counter.ts';
import { clockText } from '../time/texts.ts';
import { words } from '../words.ts';

const said = words.settings.work;
const UNDO = ['0', '3', '5', '8', '15'] as const;
const REMIND = ['', '30', '60', '90', '120'] as const;
const LASTS = ['1', '2', '4', '8'] as const;
const HOUR_MS = 3_600_000;
const KINDS = ['delivery', 'self-delivery', 'takeaway'] as const;
const USUAL: AcceptRule = {
  venues: [],
  from: '00:00',
  to: '23:59',
  kinds: [...KINDS],
  most_items: null,
  when: 'before-deadline',
  extra_minutes: 0,
};

export function Work({ work, onSaved }: { work: WorkSettings; onSaved: () => Promise<void> }) {
  const save = useCall('settings.saveWork');
  const keep = async (change: Partial<WorkSettings>) => {
    if (await save.run({ work: change })) await onSaved();
  };
  return (
    <section className="part" aria-label={said.title}>
      <h2>{said.title}</h2>
      <div className="form-pair">
        <SelectField
          label={said.undo}
          value={UNDO.find((value) => Number(value) >= work.undo_seconds) ?? '15'}
          onChoose={(value) => void keep({ undo_seconds: Number(value) })}
          options={UNDO.map((value) => [value, value === '0' ? said.undoNone : words.time.seconds(Number(value))])}
        />
        <SelectField
          label={said.remind}
          value={REMIND.find((value) => Number(value) === work.reminder_minutes) ?? (work.reminder_minutes === null ? '' : '60')}
          onChoose={(value) => void keep({ reminder_minutes: value === '' ? null : Number(value) })}
          options={REMIND.map((value) => [value, value === '' ? said.remindNever : said.before(Number(value))])}
        />
      </div>
      <AutoAccept keep={keep} busy={save.busy} last={work.auto_accept?.rules[0] ?? USUAL} />
      {save.problem && <ProblemText problem={save.problem} spoken />}
    </section>
  );
}

function AutoAccept({ keep, busy, last }: { keep: (change: Partial<WorkSettings>) => Promise<void>; busy: boolean; last: AcceptRule }) {
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
      <div className="form-inset">
        <p>
          <strong>{words.autoAccept.on(clockText(on.until))}</strong> {on.rules.map(ruleText).join(' ')}
        </p>
        <button type="button" className="button" disabled={busy} onClick={() => void keep({ auto_accept: null })}>
          {words.autoAccept.end}
        </button>
      </div>
    );
  }
  return (
    <fieldset className="form-inset form">
      <legend>{said.auto}</legend>
      <p className="field-hint">{said.autoWhy}</p>
      <div className="form-pair">
        <SelectField
          label={said.when}
          value={rule.when}
          onChoose={(when) => set({ when })}
          options={[
            ['before-deadline', said.whens['before-deadline']],
            ['at-once', said.whens['at-once']],
          ]}
        />
        <SelectField
          label={said.lasts}
          value={lasts}
          onChoose={setLasts}
          options={LASTS.map((value) => [value, words.rush.until(clockText(now + Number(value) * HOUR_MS))])}
        />
        <TimeField label={said.from} value={rule.from} onChange={(from) => set({ from })} />
        <TimeField label={said.to} value={rule.to} onChange={(to) => set({ to })} />
        <label className="field">
          <span>{said.mostItems}</span>
          <input
            type="number"
            min={1}
            max={999}
            value={rule.most_items ?? ''}
            onChange={({ target }) => set({ most_items: target.value === '' ? null : Number(target.value) })}
          />
        </label>
        <label className="field">
          <span>{said.extra}</span>
          <input
            type="number"
            min={0}
            max={25}
            value={rule.extra_minutes}
            onChange={({ target }) => set({ extra_minutes: Number(target.value) })}
          />
        </label>
        {venues.length > 1 && (
          <SelectField
            label={said.venue}
            value={rule.venues[0] ?? ''}
            onChoose={(id) => set({ venues: id === '' ? [] : [id] })}
            options={[['', said.everyVenue], ...venues.map(({ id, name }) => [id, name] as const)]}
          />
        )}
      </div>
      <div className="choices-row">
        {KINDS.map((kind) => (
          <label key={kind} className="choice">
            <input type="checkbox" checked={rule.kinds.includes(kind)} onChange={({ target }) => toggle(kind, target.checked)} />
            <span>
              <strong>{said.kinds[kind]}</strong>
            </span>
          </label>
        ))}
      </div>
      <div className="form-end">
        <button
          type="button"
          className="button"
          disabled={busy || rule.kinds.length === 0}
          onClick={() => void keep({ auto_accept: { until: new Date(now + Number(lasts) * HOUR_MS).toISOString(), rules: [rule] } })}
        >
          {said.start}
        </button>
      </div>
    </fieldset>
  );
}
