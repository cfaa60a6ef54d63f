/** Merchant of the delivery API: ID, key, webhook secret. Saved secrets are cleared from the form. */
import { type FormEvent, useState } from 'react';
import type { CallOutput } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { t } from '../../words.ts';

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
    <form className="part form" aria-label={t('settings.merchant.title')} onSubmit={(event) => void submit(event)}>
      <h3>{t('settings.merchant.title')}</h3>
      <p className="page-note">{t('settings.merchant.why')}</p>
      <div className="form-pair">
        <Field label={t('settings.merchant.id')} name="merchantId" defaultValue={merchantId ?? ''} error={save.wrong.merchantId} />
        <Field
          label={t('settings.merchant.key')}
          name="merchantKey"
          type="password"
          autoComplete="new-password"
          hint={keyState === 'other-address' ? t('settings.merchant.keyOther') : t('settings.merchant.kept')}
          error={save.wrong.key}
        />
        <Field
          label={t('settings.merchant.secret')}
          name="deliverySecret"
          type="password"
          autoComplete="new-password"
          hint={`${t('settings.merchant.kept')} ${t('settings.merchant.path')}`}
          error={save.wrong.webhookSecret}
        />
      </div>
      <SaveEnd save={save} saved={saved} />
    </form>
  );
}
