import { useState } from 'react';
import type { KitchenSettings, StationSettings } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { showLastChange } from '../../parts/last-change.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { t } from '../../words.ts';
import { Managed } from '../managed.tsx';
import { SettingField, useSection } from '../schema/setting-field.tsx';
import { StationForm } from './station-form.tsx';

const SIZES = [20, 22, 24, 26, 28, 30, 32, 36, 40];

export function KitchenPart({ kitchen, onSaved }: { kitchen: KitchenSettings; onSaved: () => Promise<void> }) {
  const section = useSection('kitchen', kitchen, onSaved);
  const { put: keep, busy, problem } = section;
  /** Station ID of the open form, or 'new'. */
  const [open, setOpen] = useState<string | null>(null);
  const { stations } = kitchen;
  /** Closes only a saved form; other changes keep its input. */
  const keepForm = async (next: StationSettings[]) => {
    if (await keep({ stations: next })) setOpen(null);
  };
  const remove = async ({ id, name }: StationSettings) => {
    if (!(await keep({ stations: stations.filter((one) => one.id !== id) }))) return;
    setOpen((form) => (form === id ? null : form));
    showLastChange({ text: () => t('settings.removeNamed', { name }), undo: () => keep({ stations }) });
  };
  return (
    <section className="part" aria-label={t('settings.kitchen.title')}>
      <h2>{t('settings.kitchen.title')}</h2>
      <p className="page-note">{t('settings.kitchen.why')}</p>
      {stations.length === 0 && <p>{t('settings.kitchen.none')}</p>}
      <Managed places={['kitchen.stations']}>
        <ul className="rows" aria-label={t('settings.kitchen.list')}>
          {stations.map((station) => (
            <li key={station.id}>
              <Row
                station={station}
                isOpen={open === station.id}
                onEdit={() => setOpen(station.id)}
                onRemove={() => void remove(station)}
              />
              {open === station.id && (
                <StationForm
                  key={station.id}
                  station={station}
                  taken={stations.map(({ id }) => id)}
                  busy={busy}
                  onCancel={() => setOpen(null)}
                  onSave={(next) => void keepForm(stations.map((one) => (one.id === station.id ? next : one)))}
                />
              )}
            </li>
          ))}
        </ul>
        {problem && <ProblemText problem={problem} spoken />}
        {open === 'new' ? (
          <StationForm
            station={null}
            taken={stations.map(({ id }) => id)}
            busy={busy}
            onCancel={() => setOpen(null)}
            onSave={(next) => void keepForm([...stations, next])}
          />
        ) : (
          <button type="button" className="button" onClick={() => setOpen('new')}>
            <Icon name="plus" />
            {t('settings.kitchen.add')}
          </button>
        )}
      </Managed>
      <SettingField of={section} name="dish_size" label={() => t('settings.kitchen.dishSize')} steps={SIZES} />
      <SettingField of={section} name="sold_out" label={() => t('settings.kitchen.soldOut')} hint={t('settings.kitchen.soldOutWhy')} />
    </section>
  );
}

interface RowProps {
  station: StationSettings;
  isOpen: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ station: { name, takes }, isOpen, onEdit, onRemove }: RowProps) {
  const what = takes === null ? [t('settings.printer.takesAll')] : [...takes.categories, ...takes.items, ...(takes.rest ? ['…'] : [])];
  return (
    <div className="row">
      <Icon name="kitchen" />
      <p className="row-words">
        <strong>{name}</strong>
        <span>{what.join(', ')}</span>
      </p>
      <div className="row-buttons">
        <button type="button" className="button" aria-label={t('settings.editNamed', { name })} disabled={isOpen} onClick={onEdit}>
          {t('settings.edit')}
        </button>
        <button type="button" className="button danger" aria-label={t('settings.removeNamed', { name })} onClick={onRemove}>
          {t('settings.remove')}
        </button>
      </div>
    </div>
  );
}
