/** The form of one printer. Exact dimensions appear only for unusual paper widths. */
import { type FormEvent, type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { CHOSEN_DOCUMENTS, PrinterSettings, type Problem } from '../../../contract/contract.ts';
import { t } from '../../words.ts';
import { Choices, Field, Tick } from '../form/field.tsx';
import { type FieldErrors, fieldErrors } from '../form/field-errors.ts';
import { SaveEnd } from '../form/save-end.tsx';
import { FormSelect } from '../form/select.tsx';
import { freeId, isHost, lines, PAPERS, type Paper, paperOf } from './printer-fields.ts';
import { PrinterOptions } from './printer-options.tsx';
import { SystemPrinters } from './system-printers.tsx';

/** Printouts that a new printer prints by default. */
const USUAL: readonly string[] = ['kitchen-ticket', 'participant-label'];

interface PrinterFormProps {
  printer: PrinterSettings | null;
  /** A printer found on the network; null if its address is typed. */
  found: (Pick<PrinterSettings, 'host' | 'port'> & { name: string | null }) | null;
  others: PrinterSettings[];
  busy: boolean;
  problem: Problem | null;
  onSave: (printer: PrinterSettings) => void;
  /** Called while typing, with a valid printer. */
  onDraft: (printer: PrinterSettings) => void;
  onCancel: () => void;
  children?: ReactNode;
}

export function PrinterForm({ printer, found, others, busy, problem, onSave, onDraft, onCancel, children }: PrinterFormProps) {
  const [paper, setPaper] = useState<Paper>(printer ? paperOf(printer) : '80');
  const [via, setVia] = useState<PrinterSettings['via']>(printer?.via ?? 'network');
  const [queue, setQueue] = useState(printer?.queue ?? '');
  const [some, setSome] = useState(printer ? printer.takes !== null : false);
  const [errors, setErrors] = useState<FieldErrors>({});

  const read = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const number = (name: string) => (text(name) === '' ? Number.NaN : Number(text(name)));
    const chosen = text('paper') as Paper;
    const size = chosen === 'other' ? { columns: number('columns'), dots: number('dots') } : PAPERS[chosen];
    const id =
      printer?.id ??
      freeId(
        text('name'),
        others.map((other) => other.id),
      );
    return v.safeParse(PrinterSettings, {
      id,
      name: text('name'),
      via: text('via'),
      host: text('host'),
      ...(text('via') === 'network' ? { port: number('port') } : {}),
      device: text('device'),
      queue: text('queue'),
      family: text('family'),
      takes:
        text('takes') === 'some' ? { categories: lines(text('categories')), items: lines(text('items')), rest: fields.has('rest') } : null,
      print_on: text('print_on'),
      copies: number('copies'),
      cut: text('cut'),
      buzzer: fields.has('buzzer'),
      drawer: fields.has('drawer'),
      code_page: text('code_page'),
      backup: text('backup') || null,
      // An existing printer's documents are set in the table of all printers.
      documents: printer?.documents ?? fields.getAll('documents'),
      ...size,
    });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = read(event.currentTarget);
    if (checked.success && checked.output.via === 'network' && !isHost(checked.output.host))
      setErrors({ host: t('settings.printer.hostAlone') });
    else if (checked.success && others.some(({ name }) => name.toLowerCase() === checked.output.name.toLowerCase()))
      setErrors({ name: t('settings.printer.nameTaken') });
    else if (checked.success) onSave(checked.output);
    else setErrors(fieldErrors(checked.issues, { port: t('settings.printer.wholeNumber') }));
  };
  const draft = (event: FormEvent<HTMLFormElement>) => {
    const checked = read(event.currentTarget);
    if (checked.success) onDraft(checked.output);
  };

  return (
    <form
      className={printer ? 'form printer-form' : 'form part'}
      onSubmit={submit}
      onInput={draft}
      noValidate
      aria-label={printer?.name ?? t('settings.printer.newTitle')}
    >
      {!printer && <h3>{t('settings.printer.newTitle')}</h3>}
      <div className="form-pair">
        <Field
          label={t('settings.printer.name')}
          name="name"
          defaultValue={printer?.name ?? found?.name ?? ''}
          hint={t('settings.printer.nameHint')}
          error={errors.name ?? errors.id}
        />
        <FormSelect<Paper>
          label={t('settings.printer.paper')}
          name="paper"
          chosen={paper}
          onChoose={setPaper}
          options={[
            ['80', t('settings.printer.paper80')],
            ['58', t('settings.printer.paper58')],
            ['40', t('settings.printer.paper40')],
            ['other', t('settings.printer.paperOther')],
          ]}
        />
        <FormSelect<PrinterSettings['family']>
          label={t('settings.printer.family')}
          name="family"
          chosen={printer?.family ?? 'epson'}
          options={[
            ['epson', t('settings.printer.epson')],
            ['star', t('settings.printer.star')],
          ]}
        />
      </div>
      {paper === 'other' && (
        <div className="form-pair">
          <Field
            label={t('settings.printer.columns')}
            name="columns"
            inputMode="numeric"
            defaultValue={String(printer?.columns ?? 48)}
            error={errors.columns}
          />
          <Field
            label={t('settings.printer.dots')}
            name="dots"
            inputMode="numeric"
            defaultValue={String(printer?.dots ?? 576)}
            error={errors.dots}
          />
        </div>
      )}
      <Choices<PrinterSettings['via']>
        legend={t('settings.printer.via')}
        name="via"
        chosen={via}
        onChoose={setVia}
        options={[
          { value: 'network', label: t('settings.printer.viaNetwork') },
          { value: 'device', label: t('settings.printer.viaDevice') },
          { value: 'system', label: t('settings.printer.viaSystem') },
        ]}
      />
      <div className="form-pair">
        {via === 'network' && (
          <>
            <Field
              label={t('settings.printer.host')}
              name="host"
              defaultValue={printer?.host ?? found?.host ?? ''}
              hint={t('settings.printer.hostHint')}
              error={errors.host}
            />
            <Field
              label={t('settings.printer.port')}
              name="port"
              inputMode="numeric"
              defaultValue={String(printer?.port ?? found?.port ?? 9100)}
              error={errors.port}
            />
          </>
        )}
        {via === 'device' && (
          <Field
            label={t('settings.printer.device')}
            name="device"
            defaultValue={printer?.device ?? ''}
            hint={t('settings.printer.deviceHint')}
            error={errors.device}
          />
        )}
        {via === 'system' && (
          <Field
            key={queue}
            label={t('settings.printer.queue')}
            name="queue"
            defaultValue={queue}
            hint={t('settings.printer.queueHint')}
            error={errors.queue}
          />
        )}
      </div>
      {via === 'system' && <SystemPrinters onChoose={setQueue} />}
      {!printer && (
        <fieldset className="choices">
          <legend>{t('settings.printer.documents')}</legend>
          <div className="choices-row">
            {CHOSEN_DOCUMENTS.map((name) => (
              <Tick key={name} label={t(`settings.printer.${name}`)} name="documents" value={name} on={USUAL.includes(name)} />
            ))}
          </div>
        </fieldset>
      )}
      <PrinterOptions printer={printer} others={others} some={some} onSome={setSome} />
      {children}
      <SaveEnd save={{ busy, problem }} saved={false}>
        <button type="button" className="button" onClick={onCancel}>
          {t('settings.cancel')}
        </button>
      </SaveEnd>
    </form>
  );
}
