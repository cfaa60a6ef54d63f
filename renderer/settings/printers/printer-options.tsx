/** What a printer's kitchen tickets hold and when they print; its copies, cut, buzzer, drawer, letters, and who stands in for it. */
import { useState } from 'react';
import type { PrinterSettings } from '../../../contract/contract.ts';
import { Choices, Field } from '../../parts/field.tsx';
import type { FieldErrors } from '../../parts/field-errors.ts';
import { words } from '../../words.ts';

const said = words.settings.printer;

interface PrinterOptionsProps {
  printer: PrinterSettings | null;
  others: PrinterSettings[];
  /** Whether its tickets hold chosen items only. */
  some: boolean;
  /** Whether it is reached over the network. */
  network: boolean;
  onSome: (some: boolean) => void;
  errors: FieldErrors;
}

export function PrinterOptions({ printer, others, some, network, onSome, errors }: PrinterOptionsProps) {
  const [printOn, setPrintOn] = useState<PrinterSettings['print_on']>(printer?.print_on ?? 'accept');
  const [cut, setCut] = useState<PrinterSettings['cut']>(printer?.cut ?? 'partial');
  return (
    <>
      <Choices<'all' | 'some'>
        legend={said.takes}
        name="takes"
        chosen={some ? 'some' : 'all'}
        onChoose={(chosen) => onSome(chosen === 'some')}
        options={[
          { value: 'all', label: said.takesAll },
          { value: 'some', label: said.takesSome },
        ]}
      />
      {some && (
        <div className="form-pair">
          <Lines label={said.categories} name="categories" hint={said.categoriesHint} value={printer?.takes?.categories ?? []} />
          <Lines label={said.items} name="items" hint={said.itemsHint} value={printer?.takes?.items ?? []} />
          <Tick name="rest" label={said.rest} ticked={printer?.takes?.rest ?? false} />
        </div>
      )}
      <Choices<PrinterSettings['print_on']>
        legend={said.printOn}
        name="print_on"
        chosen={printOn}
        onChoose={setPrintOn}
        options={[
          { value: 'accept', label: said.onAccept },
          { value: 'arrival', label: said.onArrival },
          { value: 'by-hand', label: said.byHand },
        ]}
      />
      <details className="form-more">
        <summary>{said.more}</summary>
        <div className="form-pair">
          <Field label={said.copies} name="copies" inputMode="numeric" defaultValue={String(printer?.copies ?? 1)} error={errors.copies} />
          <Select
            label={said.codePage}
            name="code_page"
            chosen={printer?.code_page ?? 'PC858_EURO'}
            options={Object.entries(said.codePages)}
          />
          <Select
            label={said.backup}
            name="backup"
            chosen={printer?.backup ?? ''}
            options={[['', said.noBackup], ...others.map(({ id, name }): [string, string] => [id, name])]}
          />
          {network && (
            <Field
              label={said.snmp}
              name="snmp_community"
              defaultValue={printer ? (printer.snmp_community ?? '') : 'public'}
              hint={said.snmpHint}
              error={errors.snmp_community}
            />
          )}
        </div>
        <Choices<PrinterSettings['cut']>
          legend={said.cut}
          name="cut"
          chosen={cut}
          onChoose={setCut}
          options={[
            { value: 'partial', label: said.cutPartial },
            { value: 'full', label: said.cutFull },
            { value: 'none', label: said.cutNone },
          ]}
        />
        <div className="choices-row">
          <Tick name="buzzer" label={said.buzzer} ticked={printer?.buzzer ?? false} />
          <Tick name="drawer" label={said.drawer} ticked={printer?.drawer ?? false} />
        </div>
      </details>
    </>
  );
}

function Tick({ name, label, ticked }: { name: string; label: string; ticked: boolean }) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} defaultChecked={ticked} />
      <span>
        <strong>{label}</strong>
      </span>
    </label>
  );
}

function Lines({ label, name, hint, value }: { label: string; name: string; hint: string; value: readonly string[] }) {
  return (
    <label className="field">
      <span>{label}</span>
      <textarea name={name} rows={3} defaultValue={value.join('\n')} />
      <small className="field-hint">{hint}</small>
    </label>
  );
}

function Select({
  label,
  name,
  chosen,
  options,
}: {
  label: string;
  name: string;
  chosen: string;
  options: readonly (readonly [string, string])[];
}) {
  return (
    <label className="field">
      <span>{label}</span>
      <select name={name} defaultValue={chosen}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
