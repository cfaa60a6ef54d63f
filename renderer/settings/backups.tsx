/** Where the second copy of every backup goes. */
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { type BackupSettings, calls } from '../../contract/contract.ts';
import { Field } from '../parts/form/field.tsx';
import { type FieldErrors, fieldErrors } from '../parts/form/field-errors.ts';
import { SaveEnd } from '../parts/form/save-end.tsx';
import { useCall } from '../parts/use-call.ts';
import { say, words } from '../words.ts';

const said = words.settings.backup;

export function Backups({ backup, onSaved }: { backup: BackupSettings; onSaved: () => Promise<void> }) {
  const save = useCall('settings.saveBackup');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const folder = String(new FormData(event.currentTarget).get('folder')).trim() || null;
    const checked = v.safeParse(calls['settings.saveBackup'].input.entries.backup, { folder });
    if (!checked.success) return setErrors(fieldErrors(checked.issues));
    setErrors({});
    const kept = await save.run({ backup: checked.output });
    if (!kept) return;
    // Kept, and of no use yet.
    if (kept.inTheWay) setErrors({ folder: `${say(kept.inTheWay.says)} ${say(kept.inTheWay.remedy)}` });
    setSaved(true);
    await onSaved();
  };
  return (
    <form className="part form" aria-label={said.title} onSubmit={(event) => void submit(event)} noValidate>
      <h3>{said.title}</h3>
      <p className="page-note">{said.why}</p>
      <Field label={said.folder} name="folder" defaultValue={backup.folder ?? ''} hint={said.hint} error={errors.folder} />
      <SaveEnd save={save} saved={saved} />
    </form>
  );
}
