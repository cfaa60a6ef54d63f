import type { CalendarDate } from '@internationalized/date';
import { parseDate } from '@internationalized/date';
import { useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Radio, RadioGroup, ToggleButton } from 'react-aria-components';
import type { CallOutput } from '../../../contract/contract.ts';
import { DayField } from '../../parts/form/date-field.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Popover } from '../../parts/popover.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useCall } from '../../parts/use-call.ts';
import { useIsCounter, useTopic } from '../../state/ui-state.ts';
import { say, t } from '../../words.ts';
import { KINDS, type Kind, moved, spanOf, spanText } from './span.ts';

export interface Chosen {
  kind: Kind;
  /** Any day of the span. */
  day: CalendarDate;
  /** Any day of the span to compare with; null: the previous span, and no choice on screen. */
  comparedWith: CalendarDate | null;
}

interface HeadProps {
  chosen: Chosen;
  today: CalendarDate;
  onChoose: (chosen: Chosen) => void;
}

export function ReportHead({ chosen, today, onChoose }: HeadProps) {
  const { kind, day, comparedWith } = chosen;
  const isCounter = useIsCounter();
  return (
    <header className="report-head">
      <div className="segments">
        <RadioGroup
          className="segments-of"
          aria-label={t('reports.span')}
          orientation="horizontal"
          value={kind}
          onChange={(next) => onChoose({ kind: next as Kind, day, comparedWith: null })}
        >
          {KINDS.map((one) => (
            <Radio key={one} value={one} className="segment">
              {t(`reports.kinds.${one}`)}
            </Radio>
          ))}
        </RadioGroup>
        <ToggleButton
          className="segment"
          isSelected={comparedWith !== null}
          onChange={(is) => onChoose({ kind, day, comparedWith: is ? moved(kind, day, -1) : null })}
        >
          {t('reports.compare')}
        </ToggleButton>
      </div>
      <Pick
        kind={kind}
        day={day}
        today={today}
        names={[t('reports.earlier'), t('day.pick'), t('reports.later')]}
        onPick={(next) => onChoose({ kind, day: next, comparedWith })}
      />
      {comparedWith && (
        <div className="report-compared">
          <span>{t('reports.comparedWith')}</span>
          <Pick
            kind={kind}
            day={comparedWith}
            today={today}
            names={[t('reports.earlierCompared'), t('reports.pickCompared'), t('reports.laterCompared')]}
            onPick={(next) => onChoose({ kind, day, comparedWith: next })}
          />
        </div>
      )}
      {isCounter && <Out kind={kind} day={day} />}
    </header>
  );
}

function Pick(props: {
  kind: Kind;
  day: CalendarDate;
  today: CalendarDate;
  names: [earlier: string, pick: string, later: string];
  onPick: (day: CalendarDate) => void;
}) {
  const { kind, day, today, onPick } = props;
  const [earlier, pick, later] = props.names;
  const span = spanOf(kind, day);
  return (
    <div className="report-pick">
      <button type="button" className="button square" aria-label={earlier} onClick={() => onPick(moved(kind, day, -1))}>
        <Icon name="before" />
      </button>
      <DayField label={pick} value={day} most={today} onChange={(next) => onPick(parseDate(next))} />
      <button
        type="button"
        className="button square"
        aria-label={later}
        disabled={span.lastDay >= today.toString()}
        onClick={() => onPick(earliest(moved(kind, day, 1), today))}
      >
        <Icon name="after" />
      </button>
      {kind !== 'day' && <strong className="report-span">{spanText(span)}</strong>}
    </div>
  );
}

const earliest = (a: CalendarDate, b: CalendarDate): CalendarDate => (a.compare(b) <= 0 ? a : b);

/** Any span prints via the browser; a single day also on any printer of the venue. */
function Out({ kind, day }: Pick<Chosen, 'kind' | 'day'>) {
  const csv = useCall('history.csv');
  const paper = useCall('print.dayReport');
  const printers = Object.values(useTopic('printers'));
  const span = spanOf(kind, day);
  const save = async (of: 'orders' | 'days' | 'couriers') => {
    const file = await csv.run({ span, of });
    if (file) saveFile(file.fileName, file.text, 'text/csv');
  };
  const [printed, setPrinted] = useState<CallOutput<'print.dayReport'> | null>(null);
  const print = async (printerId: string) => {
    setPrinted(null);
    setPrinted(await paper.run({ printerId, day: span.firstDay }));
  };
  const problem = csv.problem ?? paper.problem;
  return (
    <div className="report-out">
      <MenuTrigger>
        <Button className="button" isDisabled={paper.busy}>
          <Icon name="printer" />
          {t('reports.print')}
        </Button>
        <Popover className="menu" placement="bottom end">
          <Menu className="menu-list" aria-label={t('reports.print')}>
            {kind === 'day'
              ? printers.map(({ id, name }) => (
                  <MenuItem key={id} id={id} className="menu-item" onAction={() => void print(id)}>
                    {t('reports.printed', { name })}
                  </MenuItem>
                ))
              : []}
            <MenuItem id="page" className="menu-item" onAction={() => window.print()}>
              {t('reports.printPage')}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <MenuTrigger>
        <Button className="button" isDisabled={csv.busy}>
          <Icon name="save" />
          {t('reports.csv')}
        </Button>
        <Popover className="menu" placement="bottom end">
          <Menu className="menu-list" aria-label={t('reports.csv')} onAction={(of) => void save(of as 'orders' | 'days' | 'couriers')}>
            {(['orders', 'days', 'couriers'] as const).map((of) => (
              <MenuItem key={of} id={of} className="menu-item">
                {t(`reports.csvOf.${of}`)}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <p role="status" className="report-printed" data-confirmed={printed?.confirmed}>
        {paper.busy ? t('settings.testing') : say(printed?.text)}
      </p>
      {problem && <ProblemText problem={problem} spoken />}
    </div>
  );
}
