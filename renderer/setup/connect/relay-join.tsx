/** Going to a relay: its address, the code of its operator, and the service's secret where this computer has another. Both leave the form with the call. */
import type { FormEvent } from 'react';
import { Field } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { useApp } from '../../state/counter.ts';
import { words } from '../../words.ts';

const said = words.settings.relay;

export function RelayJoin({ onJoined }: { onJoined?: () => Promise<void> }) {
  const address = useApp()?.relay?.address ?? '';
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
    <form className="form" aria-label={said.title} onSubmit={(event) => void submit(event)} noValidate>
      <div className="form-pair">
        <Field label={said.address} name="relayAddress" inputMode="url" defaultValue={address} error={join.wrong.address} />
        <Field label={said.code} name="relayCode" autoComplete="off" hint={said.codeHint} error={join.wrong.code} />
        <Field
          label={said.secret}
          name="relaySecret"
          type="password"
          autoComplete="new-password"
          hint={said.secretHint}
          error={join.wrong.secret}
        />
      </div>
      <SaveEnd save={join} saved={false} says={said.join} />
    </form>
  );
}
