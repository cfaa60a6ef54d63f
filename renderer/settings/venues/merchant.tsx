/** The merchant of the delivery API: its id, its key and the secret of its events. Secrets leave the form with the save. */
import { type FormEvent, useState } from 'react';
import type { CallOutput } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { words } from '../../words.ts';

const said = words.settings.merchant;

export function Merchant(props: {
  merchantId: string | null;
  keyState: CallOutput<'settings.get'>['merchantKey'];
  onSaved: () => Promise<void>;
}) {
  const { merchantId, keyState, onSaved } = props;
  const save = useFormCall('settings.saveMerchant', ['merchantId', 'key', 'webhookSecret']);
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: string) => String(new FormData(form).get(name)).trim() || null;
    setSaved(false);
    const given = { merchantId: text('merchantId'), key: text('merchantKey'), webhookSecret: text('deliverySecret') };
    if (!(await save.run(given))) return;
    for (const name of ['merchantKey', 'deliverySecret']) (form.elements.namedItem(name) as HTMLInputElement).value = '';
    setSaved(true);
    await onSaved();
  };
  return (
    <form className="part form" aria-label={said.title} onSubmit={(event) => void submit(event)}>
      <h3>{said.title}</h3>
      <p className="page-note">{said.why}</p>
      <div className="form-pair">
        <Field label={said.id} name="merchantId" defaultValue={merchantId ?? ''} error={save.wrong.merchantId} />
        <Field
          label={said.key}
          name="merchantKey"
          type="password"
          autoComplete="new-password"
          hint={keyState === 'other-address' ? said.keyOther : said.kept}
          error={save.wrong.key}
        />
        <Field
          label={said.secret}
          name="deliverySecret"
          type="password"
          autoComplete="new-password"
          hint={`${said.kept} ${said.path}`}
          error={save.wrong.webhookSecret}
        />
      </div>
      <SaveEnd save={save} saved={saved} />
    </form>
  );
}
