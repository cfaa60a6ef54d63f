import type { PrinterSettings } from '../../../contract/contract.ts';
import { t } from '../../words.ts';
import { Choices, Lines, Tick } from '../form/field.tsx';
import { FormNumber } from '../form/number-field.tsx';
import { FormSelect } from '../form/select.tsx';

const MOST_COPIES = 5;

interface PrinterOptionsProps {
  printer: PrinterSettings | null;
  others: PrinterSettings[];
  /** Whether the printer's tickets have only selected items. */
  some: boolean;
  onSome: (some: boolean) => void;
}

const CODE_PAGES = ['ASCII', 'PC858_EURO', 'PC852_LATIN2', 'PC866_CYRILLIC2', 'WPC1252', 'WPC1250_LATIN2', 'WPC1251_CYRILLIC'] as const;

export function PrinterOptions({ printer, others, some, onSome }: PrinterOptionsProps) {
  return (
    <>
      <Choices<'all' | 'some'>
        legend={t('settings.printer.takes')}
        name="takes"
        chosen={some ? 'some' : 'all'}
        onChoose={(chosen) => onSome(chosen === 'some')}
        options={[
          { value: 'all', label: t('settings.printer.takesAll') },
          { value: 'some', label: t('settings.printer.takesSome') },
        ]}
      />
      {some && (
        <>
          <div className="form-pair">
            <Lines
              label={t('settings.printer.categories')}
              name="categories"
              hint={t('settings.printer.categoriesHint')}
              value={printer?.takes?.categories ?? []}
            />
            <Lines
              label={t('settings.printer.items')}
              name="items"
              hint={t('settings.printer.itemsHint')}
              value={printer?.takes?.items ?? []}
            />
          </div>
          <Tick name="rest" label={t('settings.printer.rest')} on={printer?.takes?.rest ?? false} />
        </>
      )}
      <details className="form-more">
        <summary>{t('settings.printer.more')}</summary>
        <div className="form">
          <div className="form-pair">
            <FormNumber label={t('settings.printer.copies')} name="copies" least={1} most={MOST_COPIES} start={printer?.copies ?? 1} />
            <FormSelect<PrinterSettings['print_on']>
              label={t('settings.printer.printOn')}
              name="print_on"
              chosen={printer?.print_on ?? 'accept'}
              options={[
                ['accept', t('settings.printer.onAccept')],
                ['arrival', t('settings.printer.onArrival')],
                ['by-hand', t('settings.printer.byHand')],
              ]}
            />
            <FormSelect<string>
              label={t('settings.printer.backup')}
              name="backup"
              chosen={printer?.backup ?? ''}
              options={[['', t('settings.printer.noBackup')], ...others.map(({ id, name }) => [id, name] as const)]}
            />
            <FormSelect<PrinterSettings['cut']>
              label={t('settings.printer.cut')}
              name="cut"
              chosen={printer?.cut ?? 'partial'}
              options={[
                ['partial', t('settings.printer.cutPartial')],
                ['full', t('settings.printer.cutFull')],
                ['none', t('settings.printer.cutNone')],
              ]}
            />
            <FormSelect<string>
              label={t('settings.printer.codePage')}
              name="code_page"
              chosen={printer?.code_page ?? 'PC858_EURO'}
              options={CODE_PAGES.map((page) => [page, t(`settings.printer.codePages.${page}`)])}
            />
          </div>
          <div className="choices-row">
            <Tick name="buzzer" label={t('settings.printer.buzzer')} on={printer?.buzzer ?? false} />
            <Tick name="drawer" label={t('settings.printer.drawer')} on={printer?.drawer ?? false} />
          </div>
        </div>
      </details>
    </>
  );
}
