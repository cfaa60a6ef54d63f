/** What a printer's kitchen tickets hold and when they print; its copies, cut, buzzer, drawer, letters, and who stands in for it. */
import type { PrinterSettings } from '../../../contract/contract.ts';
import { Choices, Field, Lines, Tick } from '../../parts/form/field.tsx';
import type { FieldErrors } from '../../parts/form/field-errors.ts';
import { FormNumber } from '../../parts/form/number-field.tsx';
import { FormSelect } from '../../parts/form/select.tsx';
import { words } from '../../words.ts';

const said = words.settings.printer;
const MOST_COPIES = 5;

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
        <>
          <div className="form-pair">
            <Lines label={said.categories} name="categories" hint={said.categoriesHint} value={printer?.takes?.categories ?? []} />
            <Lines label={said.items} name="items" hint={said.itemsHint} value={printer?.takes?.items ?? []} />
          </div>
          <Tick name="rest" label={said.rest} on={printer?.takes?.rest ?? false} />
        </>
      )}
      <details className="form-more">
        <summary>{said.more}</summary>
        <div className="form">
          <div className="form-pair">
            <FormNumber label={said.copies} name="copies" least={1} most={MOST_COPIES} start={printer?.copies ?? 1} />
            <FormSelect<PrinterSettings['print_on']>
              label={said.printOn}
              name="print_on"
              chosen={printer?.print_on ?? 'accept'}
              options={[
                ['accept', said.onAccept],
                ['arrival', said.onArrival],
                ['by-hand', said.byHand],
              ]}
            />
            <FormSelect<string>
              label={said.backup}
              name="backup"
              chosen={printer?.backup ?? ''}
              options={[['', said.noBackup], ...others.map(({ id, name }) => [id, name] as const)]}
            />
            <FormSelect<PrinterSettings['cut']>
              label={said.cut}
              name="cut"
              chosen={printer?.cut ?? 'partial'}
              options={[
                ['partial', said.cutPartial],
                ['full', said.cutFull],
                ['none', said.cutNone],
              ]}
            />
            <FormSelect<string>
              label={said.codePage}
              name="code_page"
              chosen={printer?.code_page ?? 'PC858_EURO'}
              options={Object.entries(said.codePages)}
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
          <div className="choices-row">
            <Tick name="buzzer" label={said.buzzer} on={printer?.buzzer ?? false} />
            <Tick name="drawer" label={said.drawer} on={printer?.drawer ?? false} />
          </div>
        </div>
      </details>
    </>
  );
}
