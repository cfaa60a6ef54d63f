/** Joins a relay: address, operator's code, and webhook secret if this computer's differs. Code and secret are then cleared. */
import type { FormEvent } from 'react';
import { sourceOf } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';

export function RelayJoin({ onJoined }: { onJoined?: () => Promise<void> }) {
  const address = sourceOf(useApp(), 'relay')?.address ?? '';
  const join = useFormCall('settings.joinRelay', ['address', 'code', 'secret']);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: string) => String(new FormData(form).get(name)).trim();
    if (!(await join.run({ address: text('relayAddress'), code: text('relayCode'), secret: text('relaySecret') || null }))) return;
    for (const name of ['relayCode', 'relaySecret']) (form.elements.namedItem(name) as HTMLInputElement).value = '';
    await onJoined?.();
  };
  return (
    <form className="form" aria-label={t('settings.relay.title')} onSubmit={(event) => void submit(event)} noValidate>
      <Field label={t('settings.relay.address')} name="relayAddress" inputMode="url" defaultValue={address} error={join.wrong.address} />
      <Field
        label={t('settings.relay.code')}
        name="relayCode"
        autoComplete="off"
        hint={t('settings.relay.codeHint')}
        error={join.wrong.code}
      />
      <Field
        label={t('settings.relay.secret')}
        name="relaySecret"
        type="password"
        autoComplete="new-password"
        hint={t('settings.relay.secretHint')}
        error={join.wrong.secret}
      />
      <SaveEnd save={join} saved={false} text={t('settings.relay.join')} />
    </form>
  );
}
