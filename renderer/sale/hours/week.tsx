/** Weekly opening hours, typed or dragged; sent on Save. */
import { useState } from 'react';
import type { HoursMistakeView, HoursView } from '../../../contract/contract.ts';
import { PendingLine } from '../../menu/parts/pending-line.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useCall } from '../../parts/use-call.ts';
import { locale, say, t } from '../../words.ts';
import { OpeningRow } from './opening-row.tsx';
import { added, aroundTheClock, copied, DAYS, isAroundTheClock, type Opening, openingsOf, weekOf } from './openings.ts';
import { useDraft } from './use-draft.ts';
import { useMistakes } from './use-hours.ts';

export function Week({ venueId, hours, onSent }: { venueId: string; hours: HoursView; onSent: () => Promise<void> }) {
  /** Unsaved openings; null if unchanged. */
  const [draft, setDraft] = useDraft<Opening[]>(venueId, 'week', hours.week);
  const [saved, setSaved] = useState(false);
  const save = useCall('sale.setWeek');
  const openings = draft ?? openingsOf(hours.week);
  const mistakes = useMistakes(draft && { venueId, week: weekOf(draft) });
  const [byDay, setByDay] = useState(false);
  const isAlways = isAroundTheClock(openings);
  const change = (next: Opening[]) => {
    setSaved(false);
    setDraft(next);
  };
  const send = async () => {
    if (!(await save.run({ venueId, week: weekOf(openings) }))) return;
    await onSent();
    setDraft(null);
    setSaved(true);
  };
  return (
    <section className="part form" aria-label={t('hours.week')}>
      <h3>{t('hours.week')}</h3>
      {isAlways && !byDay ? (
        <div className="week-always">
          <p>{t('hours.aroundTheClock')}</p>
          <button type="button" className="button" onClick={() => setByDay(true)}>
            {t('hours.setHours')}
          </button>
        </div>
      ) : (
        <>
          <Days openings={openings} mistakes={mistakes} onChange={change} />
          {!isAlways && (
            <button
              type="button"
              className="button quiet week-to-always"
              onClick={() => {
                change(aroundTheClock());
                setByDay(false);
              }}
            >
              <Icon name="clock" />
              {t('hours.aroundTheClock')}
            </button>
          )}
        </>
      )}
      <PendingLine venueId={venueId} pending={hours.weekPending} />
      <SaveEnd save={save} saved={saved && draft === null} text={t('hours.send')} changed={draft !== null} onSave={() => void send()} />
    </section>
  );
}

interface DaysProps {
  openings: readonly Opening[];
  mistakes: HoursMistakeView[];
  onChange: (next: Opening[]) => void;
}

function Days({ openings, mistakes, onChange: change }: DaysProps) {
  return (
    <>
      <p className="page-note">{t('hours.weekWhy')}</p>
      <ul className="week">
        {DAYS.map((_, day) => (
          <li key={DAYS[day]} className="week-day">
            <strong className="week-name">{dayName(day)}</strong>
            <div className="week-openings">
              {openings.every((one) => one.day !== day) && <p className="week-closed">{t('hours.closed')}</p>}
              {openings.map(
                (opening, at) =>
                  opening.day === day && (
                    <OpeningRow
                      // biome-ignore lint/suspicious/noArrayIndexKey: its place is what it is named by
                      key={at}
                      day={dayName(day)}
                      opening={opening}
                      error={say(mistakes.find(({ path }) => path === `week[${at}]`)?.text)}
                      onChange={(next) => change(openings.map((one, place) => (place === at ? next : one)))}
                      onRemove={() => change(openings.filter((_one, place) => place !== at))}
                    />
                  ),
              )}
            </div>
            <div className="week-buttons">
              <button
                type="button"
                className="button quiet square"
                title={t('hours.addNamed', { day: dayName(day) })}
                aria-label={t('hours.addNamed', { day: dayName(day) })}
                onClick={() => change(added(openings, day))}
              >
                <Icon name="plus" />
              </button>
              <button
                type="button"
                className="button quiet square"
                title={t('hours.copyNamed', { day: dayName(day) })}
                aria-label={t('hours.copyNamed', { day: dayName(day) })}
                onClick={() => change(copied(openings, day))}
              >
                <Icon name="copy" />
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The day's name: 1970-01-05 was a Monday. */
function dayName(day: number): string {
  return new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 5 + day));
}
