/** Where items of recent orders would print, so that items without a printer are noticed before a rush. */
import { useEffect, useState } from 'react';
import type { CallOutput, PrinterSettings } from '../../../contract/contract.ts';
import { call } from '../../state/link.ts';
import { itemName } from '../../state/names.ts';
import { t } from '../../words.ts';

export function WhereItems({ printers }: { printers: PrinterSettings[] }) {
  const [where, setWhere] = useState<CallOutput<'printers.whereItems'> | null>(null);
  /** Loaded only while open, as the answer costs the app much work. */
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    let current = true;
    void call('printers.whereItems', { printers }).then((answer) => {
      if (current && answer.ok) setWhere(answer.value);
    });
    return () => {
      current = false;
    };
  }, [printers, open]);
  if (printers.length === 0) return null;
  return (
    <details className="form-more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('settings.whereItems.title')}</summary>
      {where && (
        <table className="where-items">
          <caption>{where.sample ? t('settings.whereItems.sample') : t('settings.whereItems.real')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('settings.whereItems.item')}</th>
              <th scope="col">{t('settings.whereItems.category')}</th>
              <th scope="col">{t('settings.whereItems.printers')}</th>
            </tr>
          </thead>
          <tbody>
            {where.items.map(({ name, category, printers: on }) => (
              <tr key={`${category}/${name}`}>
                <th scope="row">{itemName(name)}</th>
                <td>{category ?? '–'}</td>
                <td>{on.length > 0 ? on.join(', ') : t('settings.whereItems.nowhere')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
