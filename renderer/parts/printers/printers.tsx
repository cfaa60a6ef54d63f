import { useState } from 'react';
import type { CallOutput, PrinterSettings } from '../../../contract/contract.ts';
import { t } from '../../words.ts';
import { Icon } from '../icons.tsx';
import { showLastChange, turned } from '../last-change.ts';
import { ProblemText } from '../problem.tsx';
import { useCall } from '../use-call.ts';
import { FindPrinters } from './find-printers.tsx';
import { PrinterForm } from './printer-form.tsx';
import { MoreOfPrinter, PrinterPanel } from './printer-panel.tsx';
import { SetUpSheet } from './set-up-sheet.tsx';
import { WhatWhere } from './what-where.tsx';
import { WhereItems } from './where-items.tsx';

interface PrintersProps {
  printers: PrinterSettings[];
  onSaved: () => Promise<void>;
  inSetUp?: boolean;
}

export function Printers({ printers, onSaved, inSetUp = false }: PrintersProps) {
  /** ID of the printer being changed, '' for a new one, null for none. */
  const [editing, setEditing] = useState<string | null>(null);
  const [found, setFound] = useState<CallOutput<'printers.find'>['found'][number] | null>(null);
  /** All printers, with the unsaved input; null if nothing is unsaved. */
  const [draft, setDraft] = useState<PrinterSettings[] | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  /** ID of the last saved printer; null while one is being changed. */
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
    setRemoving(null);
  };
  const put = async (list: PrinterSettings[]): Promise<boolean> => {
    if (!(await run({ printers: list }))) return false;
    await onSaved();
    return true;
  };
  const save = async (list: PrinterSettings[], id: string | null) => {
    if (!(await put(list))) return;
    close();
    setSaved(id);
  };
  const turn = async (printer: PrinterSettings, paper: PrinterSettings['documents'][number], on: boolean) => {
    const documents = on ? [...printer.documents, paper] : printer.documents.filter((one) => one !== paper);
    if (!(await put(printers.map((one) => (one.id === printer.id ? { ...one, documents } : one))))) return;
    showLastChange({
      text: () => turned(t('settings.printsOn', { paper: t(`settings.printer.${paper}`), printer: printer.name }), on),
      undo: () => put(printers),
    });
  };
  const form = (printer: PrinterSettings | null, more?: React.ReactNode) => {
    const listWith = (next: PrinterSettings) =>
      printer ? printers.map((one) => (one.id === printer.id ? next : one)) : [...printers, next];
    return (
      <PrinterForm
        printer={printer}
        found={found}
        others={printers.filter(({ id }) => id !== printer?.id)}
        busy={busy}
        problem={problem}
        onSave={(next) => void save(listWith(next), next.id)}
        onDraft={(next) => setDraft(listWith(next))}
        onCancel={close}
      >
        {more}
      </PrinterForm>
    );
  };

  return (
    <section className="settings-parts" data-part="printers" aria-label={t('settings.printers')}>
      <div className="settings-actions">
        <p className="second">{printers.length === 0 ? t('settings.noPrinters') : t('settings.printersIntro')}</p>
        {editing === null && (
          <>
            <FindPrinters
              known={printers.map(({ host, port }) => `${host}:${port}`)}
              onAdd={(one) => {
                setFound(one);
                edit('');
              }}
            />
            <button type="button" className={inSetUp && printers.length > 0 ? 'button' : 'button fill'} onClick={() => edit('')}>
              <Icon name="plus" />
              {t('settings.addPrinter')}
            </button>
          </>
        )}
      </div>
      {editing === '' && form(null)}
      <ul className="rows">
        {printers.map((printer) => (
          <li key={printer.id}>
            <PrinterPanel
              printer={printer}
              others={printers.filter(({ id }) => id !== printer.id)}
              saved={saved === printer.id}
              open={editing === printer.id}
              onOpen={(open) => (open ? edit(printer.id) : close())}
            >
              {form(
                printer,
                <MoreOfPrinter
                  printer={printer}
                  removing={removing === printer.id}
                  onAskRemove={(asked) => setRemoving(asked ? printer.id : null)}
                  onRemove={() =>
                    void save(
                      printers.filter((one) => one.id !== printer.id),
                      null,
                    )
                  }
                />,
              )}
              <SetUpSheet printer={printer} onLearnt={onSaved} />
            </PrinterPanel>
          </li>
        ))}
      </ul>
      {editing === null && problem && <ProblemText problem={problem} spoken />}
      <WhatWhere printers={printers} busy={busy} onTurn={(...what) => void turn(...what)} />
      <WhereItems printers={draft ?? printers} />
    </section>
  );
}
