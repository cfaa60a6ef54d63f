/** Which printout prints where: a table of checkboxes that apply at once. */
import { CHOSEN_DOCUMENTS, type PrinterSettings } from '../../../contract/contract.ts';
import { t } from '../../words.ts';

type Paper = (typeof CHOSEN_DOCUMENTS)[number];

interface WhatWhereProps {
  printers: PrinterSettings[];
  busy: boolean;
  onTurn: (printer: PrinterSettings, paper: Paper, on: boolean) => void;
}

export function WhatWhere({ printers, busy, onTurn }: WhatWhereProps) {
  if (printers.length === 0) return null;
  return (
    <div className="part what-where">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: many printers are wider than the page, and it scrolls by keyboard too */}
      <section className="table-frame" tabIndex={0} aria-label={t('settings.whatWhere')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('settings.whatWhere')}</th>
              {printers.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {CHOSEN_DOCUMENTS.map((paper) => (
              <tr key={paper}>
                <th scope="row">{t(`settings.printer.${paper}`)}</th>
                {printers.map((printer) => (
                  <td key={printer.id}>
                    <label className="tick">
                      <input
                        type="checkbox"
                        aria-label={t('settings.printsOn', { paper: t(`settings.printer.${paper}`), printer: printer.name })}
                        checked={printer.documents.includes(paper)}
                        disabled={busy}
                        onChange={({ target }) => onTurn(printer, paper, target.checked)}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
