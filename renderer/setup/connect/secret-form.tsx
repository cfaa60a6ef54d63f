/** Saves an existing webhook secret to the vault; the page keeps nothing. */
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { calls } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { fieldErrors } from '../../parts/form/field-errors.ts';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useCall } from '../../parts/use-call.ts';
import { t } from '../../words.ts';

export function SecretForm({ onSaved }: { onSaved?: () => Promise<void> }) {
  const [error, setError] = useState('');
  const [saved, setSaved] = useState(false);
  const save = useCall('settings.saveWebhookSecret');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const form = event.currentTarget;
    const checked = v.safeParse(calls['settings.saveWebhookSecret'].input, {
      secret: String(new FormData(form).get('secret') ?? '').trim(),
    });
    if (!checked.success) return setError(fieldErrors(checked.issues).secret ?? '');
    setError('');
    if (!(await save.run(checked.output))) return;
    form.reset();
    setSaved(true);
    await onSaved?.();
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <Field label={t('settings.newSecret')} name="secret" type="password" autoComplete="new-password" error={error} />
      <SaveEnd save={save} saved={saved} text={t('settings.saveSecret')} />
    </form>
  );
}
