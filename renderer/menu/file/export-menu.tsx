/** Exports the last read menu as an editable file. */
import { useState } from 'react';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useCall } from '../../parts/use-call.ts';
import { t } from '../../words.ts';

const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

export function ExportMenu({ venueId }: { venueId: string }) {
  const menu = useCall('menu.export');
  const [name, setName] = useState<string | null>(null);
  const write = async (format: keyof typeof TYPES) => {
    setName(null);
    const file = await menu.run({ venueId, format });
    if (!file) return;
    saveFile(file.name, file.text, TYPES[format]);
    setName(file.name);
  };
  return (
    <section className="part form" aria-label={t('menuFile.exportAs', { format: 'CSV, JSON' })}>
      <p className="page-note">{t('menuFile.exportWhy')}</p>
      <div className="menu-file-buttons">
        {(['csv', 'json'] as const).map((format) => (
          <button key={format} type="button" className="button" disabled={menu.busy} onClick={() => void write(format)}>
            <Icon name="save" />
            {t('menuFile.exportAs', { format: format.toUpperCase() })}
          </button>
        ))}
      </div>
      <p role="status" className="menu-file-state">
        {name !== null && t('menuFile.exported', { name })}
      </p>
      {menu.problem && <ProblemText problem={menu.problem} spoken />}
    </section>
  );
}
