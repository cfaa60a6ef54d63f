/** Sign-in: a name, then a PIN if needed; or a badge at any time. */
import { type FormEvent, useEffect, useState } from 'react';
import type { StaffMember } from '../../contract/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/form/field.tsx';
import { useFormCall } from '../parts/form/use-form-call.ts';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { entryOf } from '../state/entry-of.ts';
import { useApp, useOrders } from '../state/ui-state.ts';
import { t } from '../words.ts';
import { PinPad } from './pin-pad.tsx';
import { leaveAsking, useAsking } from './require-sign-in.ts';
import './staff.css';

export function SignIn() {
  const open = useAsking((asking) => asking.open);
  const staff = useApp()?.staff ?? null;
  return open && staff !== null ? <Names staff={staff} /> : null;
}

function Names({ staff }: { staff: StaffMember[] }) {
  const about = useNumber();
  const signIn = useFormCall('staff.signIn', ['pin']);
  const [chosen, setChosen] = useState<StaffMember | null>(null);
  // An error belongs to one name, so it's cleared with a new choice.
  const show = (one: StaffMember | null) => {
    signIn.forget();
    setChosen(one);
  };
  const choose = async (one: StaffMember) => {
    show(one);
    if (one.asks === 'nothing' && (await signIn.run({ id: one.id, pin: null }))) leaveAsking();
  };
  const enter = async (pin: string) => {
    if (chosen && (await signIn.run({ id: chosen.id, pin }))) leaveAsking();
  };
  return (
    <Dialog
      title={t('staff.who')}
      onClose={leaveAsking}
      {...(about === null ? {} : { below: <p className="dialog-text">{t('staff.forOrder', { number: about })}</p> })}
    >
      <div className="who">
        {chosen && chosen.asks !== 'nothing' ? (
          <Proof one={chosen} busy={signIn.busy} wrong={signIn.wrong.pin} onBack={() => show(null)} onPin={(pin) => void enter(pin)} />
        ) : (
          <ul className="who-names" aria-label={t('staff.names')}>
            {staff.map((one, place) => (
              <li key={one.id}>
                <button
                  type="button"
                  className="button who-name"
                  disabled={signIn.busy}
                  // biome-ignore lint/a11y/noAutofocus: a dialog begins at the first thing to choose
                  autoFocus={place === 0}
                  onClick={() => void choose(one)}
                >
                  <span>
                    <strong>{one.name}</strong>
                    <small>{t(`staff.roles.${one.role}`)}</small>
                  </span>
                  {one.asks !== 'nothing' && <Icon name={one.asks === 'pin' ? 'lock' : 'labels'} />}
                </button>
              </li>
            ))}
          </ul>
        )}
        {signIn.problem && <ProblemText problem={signIn.problem} spoken />}
      </div>
    </Dialog>
  );
}

interface ProofProps {
  one: StaffMember;
  busy: boolean;
  wrong: string | undefined;
  onBack: () => void;
  onPin: (pin: string) => void;
}

function Proof({ one, busy, wrong, onBack, onPin }: ProofProps) {
  const [pin, setPin] = useState('');
  // A wrong PIN is cleared; one that never reached Tillbridge stays.
  useEffect(() => {
    if (wrong) setPin('');
  }, [wrong]);
  const back = (
    <button type="button" className="button" onClick={onBack}>
      {t('staff.others')}
    </button>
  );
  if (one.asks === 'badge')
    return (
      <>
        <p>{t('staff.scan', { name: one.name })}</p>
        <div className="form-end">{back}</div>
      </>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPin(pin);
  };
  return (
    <form className="who-pin" onSubmit={submit}>
      <Field
        label={t('staff.pin', { name: one.name })}
        name="pin"
        type="password"
        inputMode="none"
        autoFocus
        maxLength={12}
        value={pin}
        onChange={({ target }) => setPin(target.value.replace(/\D/g, ''))}
        error={wrong}
      />
      <PinPad onDigit={(digit) => setPin((typed) => (typed + digit).slice(0, 12))} onBack={() => setPin((typed) => typed.slice(0, -1))} />
      <div className="form-end">
        {back}
        <button type="submit" className="button fill" disabled={busy || pin === ''}>
          {t('staff.signIn')}
        </button>
      </div>
    </form>
  );
}

/** Number of the order whose tap waits; null for none or several. */
function useNumber(): string | null {
  const ids = useAsking(({ waiting }) => waiting.map(({ orderId }) => orderId).join());
  return entryOf(useOrders(), ids)?.number ?? null;
}
