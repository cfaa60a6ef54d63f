/** Where the till puts stock counts: a folder, or a local port with a key. */
import { useState } from 'react';
import type { StockSettings } from '../../../contract/contract.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { freshSecret } from '../../parts/fresh-secret.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { t } from '../../words.ts';
import { SettingsForm } from '../schema/settings-form.tsx';
import '../../setup/connect/webhook-hand-over.css';

export function Stock({ stock, hasKey, onSaved }: { stock: StockSettings; hasKey: boolean; onSaved: () => Promise<void> }) {
  const rows = [
    { folder: { label: t('settings.stock.folder') } },
    { http_port: { label: t('settings.stock.port'), hint: t('settings.stock.portHint') } },
  ];
  return (
    <section className="part" data-part="stock" aria-label={t('settings.stock.title')}>
      <SettingsForm section="stock" values={stock} rows={rows} onSaved={onSaved}>
        <h3>{t('settings.stock.title')}</h3>
        <p className="page-note">{t('settings.stock.why')}</p>
      </SettingsForm>
      {stock.http_port !== null && <StockKey port={stock.http_port} hasKey={hasKey} onMade={onSaved} />}
    </section>
  );
}

function StockKey({ port, hasKey, onMade }: { port: number; hasKey: boolean; onMade: () => Promise<void> }) {
  const [key, setKey] = useState<string | null>(null);
  const save = useCall('settings.saveStockKey');
  const make = async () => {
    const made = freshSecret();
    // Saved before it's shown: a till with an unsaved key would be refused.
    if (!(await save.run({ key: made }))) return;
    setKey(made);
    await onMade();
  };
  return (
    <div className="hand-over">
      <div>
        <strong>{t('settings.stock.address')}</strong>
        <Copyable text={`http://127.0.0.1:${port}/stock`} name={t('settings.stock.address')} />
      </div>
      <div>
        <strong>{t('settings.stock.key')}</strong>
        {key === null ? (
          <>
            <button type="button" className="button" disabled={save.busy} onClick={() => void make()}>
              {t('settings.stock.make')}
            </button>
            <small>{hasKey ? t('settings.stock.hasKey') : t('settings.stock.noKey')}</small>
          </>
        ) : (
          <>
            <Copyable text={key} name={t('settings.stock.key')} atOnce />
            <small>{t('webhook.once')}</small>
          </>
        )}
        {save.problem && <ProblemText problem={save.problem} spoken />}
      </div>
    </div>
  );
}
