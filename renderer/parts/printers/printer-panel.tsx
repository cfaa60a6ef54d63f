/** One printer: state and test print, with everything else behind one tap. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CallOutput, PrinterSettings, Problem } from '../../../contract/contract.ts';
import { useServiceNow } from '../../state/clock.ts';
import { useTopic } from '../../state/ui-state.ts';
import { dayAndClock } from '../../time/texts.ts';
import { say, t } from '../../words.ts';
import { Icon } from '../icons.tsx';
import { ProblemText } from '../problem.tsx';
import { useCall } from '../use-call.ts';

interface PanelProps {
  printer: PrinterSettings;
  others: PrinterSettings[];
  saved: boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
  children: ReactNode;
}

export function PrinterPanel({ printer, others, saved, open, onOpen, children }: PanelProps) {
  const view = useTopic('printers')[printer.id];
  const test = useCall('printer.test');
  const [tested, setTested] = useState<CallOutput<'printer.test'> | null>(null);
  const seen = useCall('printer.seen');
  /** Staff's answer about an unconfirmed test page. */
  const [answered, setAnswered] = useState<'came' | 'nothing' | null>(null);
  const change = useRef<HTMLButtonElement>(null);
  const now = useServiceNow();
  useEffect(() => {
    if (!saved) return;
    // The closed form had the focus and was higher than this row.
    if (!document.activeElement?.closest('form')) change.current?.focus();
    change.current?.closest('.row')?.scrollIntoView({ block: 'nearest' });
  }, [saved]);
  const tryIt = async () => {
    setTested(null);
    setAnswered(null);
    setTested(await test.run({ printerId: printer.id }));
  };
  const sayItCame = async () => {
    if (await seen.run({ printerId: printer.id })) setAnswered('came');
  };
  const isAsked = tested?.confirmed === false && answered === null;
  const isVerified = view?.state === 'ready' || view?.state === 'printing';
  return (
    <div className="row printer" data-state={view?.state}>
      <header className="printer-head">
        <Icon name={printer.documents.every((name) => name === 'participant-label') ? 'labels' : 'printer'} />
        <p className="row-words">
          <strong>{printer.name}</strong>
          <span className="second">{placeOf(printer)}</span>
        </p>
        {view && (
          <span className="printer-state">
            <span className="row-state" data-state={view.state}>
              {isVerified && <Icon name="check" />}
              {view.state === 'trouble' && <Icon name="warning" />}
              {say(view.text)}
            </span>
            {!view.verified && (isVerified || view.state === 'unknown') && (
              <small data-unverified="">{t('settings.printerNotTested')}</small>
            )}
            {isVerified && view.lastContactAt && <small>{t('settings.answeredAt', { time: dayAndClock(view.lastContactAt, now) })}</small>}
          </span>
        )}
        <div className="row-buttons">
          <button
            type="button"
            className="button"
            aria-label={t('settings.testNamed', { name: printer.name })}
            disabled={test.busy}
            onClick={() => void tryIt()}
          >
            {test.busy ? t('settings.testing') : t('settings.test')}
          </button>
          <button
            ref={change}
            type="button"
            className="button quiet square"
            aria-label={t('settings.editNamed', { name: printer.name })}
            aria-expanded={open}
            onClick={() => onOpen(!open)}
          >
            <Icon name={open ? 'up' : 'down'} />
          </button>
        </div>
      </header>
      <p role="status" className="printed" data-confirmed={answered === 'came' || tested?.confirmed}>
        {answered === 'came'
          ? t('settings.seenPrinted')
          : answered === 'nothing'
            ? t('settings.whyNothingCame')
            : say(tested?.text ?? (saved && !test.problem && t('settings.saved')))}
      </p>
      {isAsked && (
        <div className="row-buttons printed-question">
          <strong>{t('settings.didItComeOut')}</strong>
          <button type="button" className="button" disabled={seen.busy} onClick={() => void sayItCame()}>
            {t('settings.cameOut')}
          </button>
          <button type="button" className="button" onClick={() => setAnswered('nothing')}>
            {t('settings.nothingCameOut')}
          </button>
        </div>
      )}
      {seen.problem && <ProblemText problem={seen.problem} spoken />}
      {test.problem && <ProblemText problem={test.problem} spoken />}
      {view && view.waiting > 0 && others.length > 0 && <MoveWaiting from={printer.id} waiting={view.waiting} others={others} />}
      {open && children}
    </div>
  );
}

function placeOf({ via, host, port, device, queue }: PrinterSettings): string {
  return via === 'network' ? `${host}:${port}` : via === 'device' ? device : queue;
}

function MoveWaiting({ from, waiting, others }: { from: string; waiting: number; others: PrinterSettings[] }) {
  const move = useCall('print.move');
  const [moved, setMoved] = useState('');
  const give = async (to: PrinterSettings) => {
    const answer = await move.run({ from, to: to.id });
    if (answer) setMoved(t('settings.moved', { count: answer.papers, to: to.name }));
  };
  return (
    <div className="row-buttons">
      {others.map((other) => (
        <button key={other.id} type="button" className="button" disabled={move.busy} onClick={() => void give(other)}>
          {t('settings.move', { count: waiting, to: other.name })}
        </button>
      ))}
      <span role="status">{moved}</span>
      {move.problem && <ProblemText problem={move.problem} spoken />}
    </div>
  );
}

interface MoreProps {
  printer: PrinterSettings;
  removing: boolean;
  onAskRemove: (asked: boolean) => void;
  onRemove: () => void;
}

export function MoreOfPrinter({ printer, removing, onAskRemove, onRemove }: MoreProps) {
  const report = useCall('print.dayReport');
  const [printed, setPrinted] = useState<CallOutput<'print.dayReport'> | null>(null);
  const printReport = async () => {
    setPrinted(null);
    setPrinted(await report.run({ printerId: printer.id }));
  };
  if (removing)
    return (
      <div className="row-buttons" role="alert">
        <span>{t('settings.removeSure', { name: printer.name })}</span>
        <button type="button" className="button" onClick={() => onAskRemove(false)}>
          {t('settings.cancel')}
        </button>
        <button type="button" className="button danger" aria-label={t('settings.removeNamed', { name: printer.name })} onClick={onRemove}>
          {t('settings.remove')}
        </button>
      </div>
    );
  return (
    <>
      <div className="row-buttons">
        <button
          type="button"
          className="button"
          aria-label={t('settings.dayReportNamed', { name: printer.name })}
          disabled={report.busy}
          onClick={() => void printReport()}
        >
          {t('settings.dayReport')}
        </button>
        <button
          type="button"
          className="button quiet stop"
          aria-label={t('settings.removeNamed', { name: printer.name })}
          onClick={() => onAskRemove(true)}
        >
          {t('settings.remove')}
        </button>
      </div>
      <p role="status" className="printed" data-confirmed={printed?.confirmed}>
        {say(printed?.text)}
      </p>
      {report.problem && <ProblemText problem={report.problem as Problem} spoken />}
    </>
  );
}
