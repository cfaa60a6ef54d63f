/** Special days, such as holidays; sent as a whole. */
import { useState } from 'react';
import { dayAfter, type HoursView } from '../../../contract/contract.ts';
import { PendingLine } from '../../menu/parts/pending-line.tsx';
import { DateField, TimeField } from '../../parts/form/date-field.tsx';
import { Field } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useCall } from '../../parts/use-call.ts';
import { say, t } from '../../words.ts';
import { entriesOf, entriesReported, type SpecialEntry, specialOf } from './special.ts';
import { useDraft } from './use-draft.ts';
import { useMistakes } from './use-hours.ts';

interface SpecialDaysProps {
  venueId: string;
  hours: HoursView;
  today: string;
  onSent: () => Promise<void>;
}

export function SpecialDays({ venueId, hours, today, onSent }: SpecialDaysProps) {
  /** Unsaved entries; null if unchanged. */
  const [draft, setDraft] = useDraft<SpecialEntry[]>(venueId, 'special', [hours.special, hours.reportedSpecial]);
  const [saved, setSaved] = useState(false);
  const save = useCall('sale.setSpecialDays');
  const entries = draft ?? (hours.special ? entriesOf(hours.special, today) : entriesReported(hours.reportedSpecial, today));
  const { special, entryAt } = specialOf(entries);
  const mistakes = useMistakes(draft && { venueId, special });
  const change = (next: SpecialEntry[]) => {
    setSaved(false);
    setDraft(next);
  };
  const add = (kind: SpecialEntry['kind']) => {
    const day = entries.reduce((latest, { last }) => (last > latest ? last : latest), today);
    const first = dayAfter(day);
    change([...entries, { kind, first, last: first, message: '', windows: kind === 'open' ? [{ open: '12:00', close: '18:00' }] : [] }]);
  };
  const send = async () => {
    if (!(await save.run({ venueId, special }))) return;
    await onSent();
    setDraft(null);
    setSaved(true);
  };
  return (
    <section className="part form" aria-label={t('hours.special')}>
      <h3>{t('hours.special')}</h3>
      <p className="page-note">{t('hours.specialWhy')}</p>
      {hours.special === null && hours.reportedSpecial.length > 0 && <p className="page-note">{t('hours.taken')}</p>}
      {entries.length === 0 && <p>{t('hours.none')}</p>}
      <ul className="special">
        {entries.map((entry, at) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: its place is what it is named by
            key={at}
            entry={entry}
            today={today}
            errors={mistakes.filter(({ path }) => entryAt(path) === at).map(({ text }) => say(text))}
            onChange={(next) => change(entries.map((one, place) => (place === at ? next : one)))}
            onRemove={() => change(entries.filter((_one, place) => place !== at))}
          />
        ))}
      </ul>
      <div className="special-add">
        <button type="button" className="button" onClick={() => add('closed')}>
          <Icon name="plus" />
          {t('hours.addClosed')}
        </button>
        <button type="button" className="button" onClick={() => add('open')}>
          <Icon name="plus" />
          {t('hours.addOpen')}
        </button>
      </div>
      <PendingLine venueId={venueId} pending={hours.specialPending} />
      <SaveEnd save={save} saved={saved && draft === null} text={t('hours.send')} changed={draft !== null} onSave={() => void send()} />
    </section>
  );
}

interface EntryProps {
  entry: SpecialEntry;
  today: string;
  errors: string[];
  onChange: (next: SpecialEntry) => void;
  onRemove: () => void;
}

function Entry({ entry, today, errors, onChange, onRemove }: EntryProps) {
  const { kind, first, last, message, windows } = entry;
  const name = kind === 'closed' ? t('hours.closed') : t('hours.other');
  const setWindow = (at: number, changed: Partial<SpecialEntry['windows'][number]>) =>
    onChange({ ...entry, windows: windows.map((one, place) => (place === at ? { ...one, ...changed } : one)) });
  return (
    <li className="special-entry" data-kind={kind}>
      <div className="special-head">
        <strong>{name}</strong>
        <button
          type="button"
          className="button quiet square"
          aria-label={`${t('hours.removeNamed', { day: name })} ${first}`}
          onClick={onRemove}
        >
          <Icon name="cross" />
        </button>
      </div>
      <div className="form-pair">
        <DateField
          label={t('hours.first')}
          value={first}
          least={today}
          onChange={(day) => onChange({ ...entry, first: day, last: last < day ? day : last })}
        />
        <DateField label={t('hours.last')} value={last} least={first} onChange={(day) => onChange({ ...entry, last: day })} />
        <Field
          label={t('hours.message')}
          name={`message-${first}`}
          maxLength={200}
          value={message}
          onChange={({ target }) => onChange({ ...entry, message: target.value })}
        />
      </div>
      {windows.map((window, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its place is what it is named by
        <div key={at} className="opening-times">
          <TimeField quiet label={t('hours.opensNamed', { day: first })} value={window.open} onChange={(open) => setWindow(at, { open })} />
          <span aria-hidden="true">–</span>
          <TimeField
            quiet
            label={t('hours.closesNamed', { day: first })}
            value={window.close}
            onChange={(close) => setWindow(at, { close })}
          />
          {windows.length > 1 && (
            <button
              type="button"
              className="button quiet square"
              aria-label={`${t('hours.removeNamed', { day: first })} ${window.open}–${window.close}`}
              onClick={() => onChange({ ...entry, windows: windows.filter((_one, place) => place !== at) })}
            >
              <Icon name="cross" />
            </button>
          )}
          {at === windows.length - 1 && (
            <button
              type="button"
              className="button quiet square"
              aria-label={t('hours.addNamed', { day: first })}
              onClick={() => onChange({ ...entry, windows: [...windows, { open: window.close, close: '00:00' }] })}
            >
              <Icon name="plus" />
            </button>
          )}
        </div>
      ))}
      {errors.map((error) => (
        <p key={error} className="field-error" role="status">
          <Icon name="warning" />
          {error}
        </p>
      ))}
    </li>
  );
}
