/** Where the second copy of every backup goes. */
import type { BackupSettings } from '../../contract/contract.ts';
import { words } from '../words.ts';
import { SettingsForm } from './schema/settings-form.tsx';

const said = words.settings.backup;

export function Backups({ backup, onSaved }: { backup: BackupSettings; onSaved: () => Promise<void> }) {
  const rows = [{ folder: { label: said.folder, hint: said.hint } }];
  return (
    <SettingsForm section="backup" values={backup} rows={rows} name={said.title} className="part form" onSaved={onSaved}>
      <h3>{said.title}</h3>
      <p className="page-note">{said.why}</p>
    </SettingsForm>
  );
}
