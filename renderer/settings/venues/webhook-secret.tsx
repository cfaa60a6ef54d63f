/** Storing the secret that signs order notifications. It goes inwards only and leaves no trace on the page. */
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { calls } from '../../../contract/contract.ts';
import { Field } from '../../parts/field.tsx';
import { fieldErrors } from '../../parts/field-errors.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { WebhookHandOver } from '../../setup/webhook-hand-over.tsx';
import { words } from '../../words.ts';

const said = words.settings;

export function WebhookSecret({ stored, onSaved }: { stored: number; onSaved: () => Promise<void> }) {
  const [error, setError] = useState('');
  const [saved, setSaved] = useState(false);
  const { run, busy, problem } = useCall('settings.saveWebhookSecret');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const form = event.currentTarget;
    const checked = v.safeParse(calls['settings.saveWebhookSecret'].input, {
      secret: String(new FormData(form).get('secret') ?? '').trim(),
    });
    if (!checked.success) return setError(fieldErrors(checked.issues).secret ?? '');
    setError('');
    form.reset();
    if (!(await run(checked.output))) return;
    setSaved(true);
    await onSaved();
  };
  return (
    <section className="part" data-part="webhook">
      <h2>{said.webhook}</h2>
      <p>{said.webhookWhy}</p>
      <p>
        <strong>{said.webhookCount(stored)}</strong>
      </p>
      <WebhookHandOver onMade={onSaved} />
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <Field label={said.newSecret} name="secret" type="password" autoComplete="new-password" error={error} />
        {problem && <ProblemText problem={problem} spoken />}
        <div className="form-end">
          <span role="status">{saved && said.saved}</span>
          <button type="submit" className="button big go" disabled={busy}>
            {busy ? said.saving : said.saveSecret}
          </button>
        </div>
      </form>
    </section>
  );
}
