/** Date and time fields in the screen's language; native fields would use the browser's. */
import {
  type CalendarDate,
  getLocalTimeZone,
  parseDate,
  parseDateTime,
  parseTime,
  toCalendarDateTime,
  today,
} from '@internationalized/date';
import { type ReactNode, useContext } from 'react';
import {
  TimeField as AriaTimeField,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarStateContext,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Label,
} from 'react-aria-components';
import { locale, t } from '../../words.ts';
import { Icon } from '../icons.tsx';
import { Popover } from '../popover.tsx';
import './date-field.css';

interface TextValue {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Whether the language writes "07:05" rather than "7:05"; the fields' 24-hour format loses that. */
function writesTwoDigits(): boolean {
  const format = new Intl.DateTimeFormat(locale(), { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  const parts = format.formatToParts(new Date(2026, 1, 3, 7, 5));
  return parts.some(({ type, value }) => type === 'hour' && value.length === 2);
}

/** A time such as "18:30", never empty. `quiet`: the label is for screen readers only. */
export function TimeField({ label, value, onChange, quiet = false }: TextValue & { quiet?: boolean }) {
  return (
    <AriaTimeField
      className="field"
      value={parseTime(value)}
      hourCycle={24}
      shouldForceLeadingZeros={writesTwoDigits()}
      onChange={(time) => time && onChange(time.toString().slice(0, 5))}
    >
      <Label className={quiet ? 'unseen' : undefined}>{label}</Label>
      <DateInput className="date-field date-input">{(segment) => <DateSegment segment={segment} />}</DateInput>
    </AriaTimeField>
  );
}

/** A local time of Tillbridge's computer, such as "2026-11-21T18:30"; empty for none. */
export function MomentField({ label, value, onChange }: TextValue) {
  return (
    <DatePicker
      className="field"
      granularity="minute"
      hourCycle={24}
      shouldForceLeadingZeros={writesTwoDigits()}
      placeholderValue={toCalendarDateTime(today(getLocalTimeZone()))}
      value={value === '' ? null : parseDateTime(value)}
      onChange={(moment) => onChange(moment === null ? '' : moment.toString().slice(0, 16))}
    >
      <Label>{label}</Label>
      <DayGroup>
        {value !== '' && (
          <button type="button" className="button quiet square" aria-label={`${t('history.clear')}: ${label}`} onClick={() => onChange('')}>
            <Icon name="cross" />
          </button>
        )}
      </DayGroup>
    </DatePicker>
  );
}

/** A day up to `most`; the label is for screen readers only. */
export function DayField({
  label,
  value,
  most,
  onChange,
}: {
  label: string;
  value: CalendarDate;
  most: CalendarDate;
  onChange: (day: string) => void;
}) {
  return (
    <DatePicker className="date-picker" value={value} maxValue={most} onChange={(day) => day && onChange(day.toString().slice(0, 10))}>
      <Label className="unseen">{label}</Label>
      <DayGroup />
    </DatePicker>
  );
}

/** A day from `least`, such as "2026-12-24". */
export function DateField({ label, value, least, onChange }: TextValue & { least: string }) {
  return (
    <DatePicker
      className="field"
      value={parseDate(value)}
      minValue={parseDate(least)}
      onChange={(day) => day && onChange(day.toString().slice(0, 10))}
    >
      <Label>{label}</Label>
      <DayGroup />
    </DatePicker>
  );
}

function DayGroup({ children }: { children?: ReactNode }) {
  return (
    <>
      <Group className="date-field">
        <DateInput className="date-input">{(segment) => <DateSegment segment={segment} />}</DateInput>
        {children}
        <Button className="button quiet square" aria-label={t('day.calendar')}>
          <Icon name="calendar" />
        </Button>
      </Group>
      <Popover className="date-popover">
        <Dialog>
          <Calendar>
            <header className="calendar-head">
              <Button slot="previous" className="button quiet square">
                <Icon name="before" />
              </Button>
              <Heading />
              <Button slot="next" className="button quiet square">
                <Icon name="after" />
              </Button>
            </header>
            <InCounterZone>
              <CalendarGrid>{(cell) => <CalendarCell date={cell} className="calendar-day" />}</CalendarGrid>
            </InCounterZone>
          </Calendar>
        </Dialog>
      </Popover>
    </>
  );
}

/** A calendar without a value would use the browser's zone for today. */
function InCounterZone({ children }: { children: ReactNode }) {
  const calendar = useContext(CalendarStateContext);
  // Changed in place: the state is new in each render, and a copy would be another calendar.
  if (calendar) Object.assign(calendar, { timeZone: getLocalTimeZone() });
  return children;
}
