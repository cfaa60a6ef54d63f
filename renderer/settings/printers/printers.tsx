/** Printers: the list with its state, a test print for each, and the form to add or change one. */
import { useEffect, useRef, useState } from 'react';
import type { CallOutput, PrinterSettings, Problem } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useTopic } from '../../state/counter.ts';
import { say, words } from '../../words.ts';
import { FindPrinters } from './find-printers.tsx';
import { PrinterForm } from './printer-form.tsx';
import { SetUpSheet } from './set-up-sheet.tsx';
import { WhereItems } from './where-items.tsx';

const said = words.settings;

interface PrintersProps {
  printers: PrinterSettings[];
  onSaved: () => Promise<void>;
}

export function Printers({ printers, onSaved }: PrintersProps) {
  /** The id of the printer being changed, '' for a new one, null for none. */
  const [editing, setEditing] = useState<string | null>(null);
  const [found, setFound] = useState<string | null>(null);
  /** The printers as they would be with what is being filled in. */
  const [draft, setDraft] = useState<PrinterSettings[] | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  /** The id of the printer that was saved last; null while one is being changed. */
  const [saved, setSaved] = useState<string | null>(null);
  const { run, busy, problem } = useCall('settings.savePrinters');
  const edit = (id: string) => {
    setSaved(null);
    setEditing(id);
  };
  const close = () => {
    setEditing(null);
    setFound(null);
    setDraft(null);
  };
  const save = async (list: PrinterSettings[], id: string | null) => {
    if (!(await run({ printers: list }))) return;
    close();
    setRemoving(null);
    setSaved(id);
    await onSaved();
  };
  const form = (printer: PrinterSettings | null) => {
    const listWith = (next: PrinterSettings) =>
      printer ? printers.map((one) => (one.id === printer.id ? next : one)) : [...printers, next];
    return (
      <PrinterForm
        printer={printer}
        host={found ?? ''}
        others={printers.filter(({ id }) => id !== printer?.id)}
        busy={busy}
        problem={problem}
        onSave={(next) => void save(listWith(next), next.id)}
        onDraft={(next) => setDraft(listWith(next))}
        onCancel={close}
      />
    );
  };

  return (
    <section className="part part-wide" data-part="printers">
      <h2>{said.printers}</h2>
      {printers.length === 0 && editing === null && <p>{said.noPrinters}</p>}
      <ul className="rows">
        {printers.map((printer) => (
          <li key={printer.id}>
            {editing === printer.id ? (
              form(printer)
            ) : (
              <PrinterRow
                printer={printer}
                others={printers.filter(({ id }) => id !== printer.id)}
                removing={removing === printer.id}
                onLearnt={onSaved}
                saved={saved === printer.id}
                onEdit={() => edit(printer.id)}
                onAskRemove={(asked) => setRemoving(asked ? printer.id : null)}
                onRemove={() =>
                  void save(
                    printers.filter((one) => one.id !== printer.id),
                    null,
                  )
                }
              />
            )}
          </li>
        ))}
      </ul>
      {editing === '' && form(null)}
      <WhereItems printers={draft ?? printers} />
      {editing === null && (
        <>
          {problem && <ProblemText problem={problem} spoken />}
          <button type="button" className="button" onClick={() => edit('')}>
            <Icon name="plus" />
            {said.addPrinter}
          </button>
          <FindPrinters
            known={printers.map(({ host }) => host)}
            onAdd={(host) => {
              setFound(host);
              edit('');
            }}
          />
        </>
      )}
    </section>
  );
}

function placeOf({ via, host, port, device, queue }: PrinterSettings): string {
  return via === 'network' ? `${host}:${port}` : via === 'device' ? device : queue;
}

/** What waits for a printer that is down, given to another one. */
function MoveWaiting({ from, waiting, others }: { from: string; waiting: number; others: PrinterSettings[] }) {
  const move = useCall('print.move');
  const [moved, setMoved] = useState('');
  const give = async (to: PrinterSettings) => {
    const answer = await move.run({ from, to: to.id });
    if (answer) setMoved(said.moved(answer.papers, to.name));
  };
  return (
    <div className="row-buttons">
      {others.map((other) => (
        <button key={other.id} type="button" className="button" disabled={move.busy} onClick={() => void give(other)}>
          {said.move(waiting, other.name)}
        </button>
      ))}
      <span role="status">{moved}</span>
      {move.problem && <ProblemText problem={move.problem} spoken />}
    </div>
  );
}

interface RowProps {
  printer: PrinterSettings;
  others: PrinterSettings[];
  removing: boolean;
  /** It was saved just now. */
  saved: boolean;
  onLearnt: () => Promise<void>;
  onEdit: () => void;
  onAskRemove: (asked: boolean) => void;
  onRemove: () => void;
}

function PrinterRow({ printer, others, removing, saved, onLearnt, onEdit, onAskRemove, onRemove }: RowProps) {
  const view = useTopic('printers')[printer.id];
  const test = useCall('printer.test');
  const report = useCall('print.dayReport');
  const [tested, setTested] = useState<CallOutput<'printer.test'> | null>(null);
  const change = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!saved) return;
    // Its form was where the focus was, and higher than this row.
    if (!document.activeElement?.closest('form')) change.current?.focus();
    change.current?.closest('.row')?.scrollIntoView({ block: 'nearest' });
  }, [saved]);
  const printReport = async () => {
    setTested(null);
    setTested(await report.run({ printerId: printer.id }));
  };
  const tryIt = async () => {
    setTested(null);
    setTested(await test.run({ printerId: printer.id }));
  };
  return (
    <div className="row">
      <Icon name="printer" />
      <p className="row-words">
        <strong>{printer.name}</strong>
        <span>
          {placeOf(printer)} · {printer.documents.map((name) => said.printer[name]).join(', ')}
        </span>
        {view && (
          <span className="row-state" data-state={view.state}>
            {say(view.says)}
          </span>
        )}
        <span role="status" className="printed" data-confirmed={tested?.confirmed}>
          {say(tested?.says ?? (saved && !test.problem && !report.problem && said.saved))}
        </span>
      </p>
      {view && view.waiting > 0 && others.length > 0 && <MoveWaiting from={printer.id} waiting={view.waiting} others={others} />}
      {removing ? (
        <div className="row-buttons" role="alert">
          <span>{said.removeSure(printer.name)}</span>
          <button type="button" className="button" onClick={() => onAskRemove(false)}>
            {said.cancel}
          </button>
          <button type="button" className="button danger" aria-label={said.removeNamed(printer.name)} onClick={onRemove}>
            {said.remove}
          </button>
        </div>
      ) : (
        <div className="row-buttons">
          <button
            type="button"
            className="button"
            aria-label={said.testNamed(printer.name)}
            disabled={test.busy}
            onClick={() => void tryIt()}
          >
            {test.busy ? said.testing : said.test}
          </button>
          <button
            type="button"
            className="button"
            aria-label={said.dayReportNamed(printer.name)}
            disabled={report.busy}
            onClick={() => void printReport()}
          >
            {said.dayReport}
          </button>
          <button ref={change} type="button" className="button" aria-label={said.editNamed(printer.name)} onClick={onEdit}>
            {said.edit}
          </button>
          <button type="button" className="button" aria-label={said.removeNamed(printer.name)} onClick={() => onAskRemove(true)}>
            {said.remove}
          </button>
        </div>
      )}
      <SetUpSheet printer={printer} onLearnt={onLearnt} />
      {(test.problem ?? report.problem) && <ProblemText problem={(test.problem ?? report.problem) as Problem} spoken />}
    </div>
  );
}
