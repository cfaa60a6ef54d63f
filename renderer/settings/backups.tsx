/** The folder for second copies of backups. */
import type { BackupSettings } from '../../contract/contract.ts';
import { t } from '../words.ts';
import { SettingsForm } from './schema/settings-form.tsx';

export function Backups({ backup, onSaved }: { backup: BackupSettings; onSaved: () => Promise<void> }) {
  const rows = [{ folder: { label: t('settings.backup.folder'), hint: t('settings.backup.hint') } }];
  return (
    <SettingsForm section="backup" values={backup} rows={rows} name={t('settings.backup.title')} className="part form" onSaved={onSaved}>
      <h3>{t('settings.backup.title')}</h3>
      <p className="page-note">{t('settings.backup.why')}</p>
    </SettingsForm>
  );
}
