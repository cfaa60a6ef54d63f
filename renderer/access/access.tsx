import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Text } from '../../contract/contract.ts';
import { Field } from '../parts/form/field.tsx';
import { SaveEnd } from '../parts/form/save-end.tsx';
import { useFormCall } from '../parts/form/use-form-call.ts';
import { Icon } from '../parts/icons.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { chooseName } from '../staff/require-sign-in.ts';
import { callOrSay } from '../state/link.ts';
import { useApp, useIsCounter, useIsManager } from '../state/ui-state.ts';
import { say, t } from '../words.ts';
import './access.css';

/** Shows its content to managers only. `keeps`: input stays, hidden, until a manager returns. */
export function ForManager({ children, keeps = false }: { children: ReactNode; keeps?: boolean }) {
  const app = useApp();
  const isManager = useIsManager();
  const isCounter = useIsCounter();
  const isOpen = !app || isManager;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      {!isOpen && <Closed isForNamed={app.staff !== null} takesPin={isCounter} text={app.access.text} />}
      {keeps && wasOpen ? (
        <div className="for-manager" hidden={!isOpen}>
          {children}
        </div>
      ) : (
        isOpen && children
      )}
    </>
  );
}

/** `takesPin`: only on the main screen. `text`: why it's unknown whether a PIN is set; else null. */
function Closed({ isForNamed, takesPin, text }: { isForNamed: boolean; takesPin: boolean; text: Text | null }) {
  if (!takesPin) return isForNamed ? <SignInAsManager /> : <Unknown text={t('station.onMainScreen')} />;
  return (
    <>
      {isForNamed && <SignInAsManager />}
      {text === null ? <Enter isForNamed={isForNamed} /> : <Unknown text={say(text)} />}
    </>
  );
}

/** Named managers sign in and need no PIN. */
function SignInAsManager() {
  return (
    <section className="part pin" aria-label={t('staff.signIn')}>
      <p className="page-note">{t('staff.manager')}</p>
      <div className="form-end">
        <button type="button" className="button fill" onClick={chooseName}>
          {t('staff.signIn')}
        </button>
      </div>
    </section>
  );
}

function Unknown({ text }: { text: string }) {
  return (
    <section className="part pin" aria-label={t('access.title')}>
      <h3>
        <Icon name="lock" />
        {t('access.title')}
      </h3>
      <p className="page-note">{text}</p>
    </section>
  );
}

function Enter({ isForNamed }: { isForNamed: boolean }) {
  const enter = useFormCall('access.enter', ['pin']);
  const form = useRef<HTMLFormElement>(null);
  const { pin: wrong } = enter.wrong;
  // A wrong PIN is cleared; one that never reached Tillbridge stays.
  useEffect(() => {
    if (wrong) form.current?.reset();
  }, [wrong]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void enter.run({ pin: String(new FormData(event.currentTarget).get('pin')) });
  };
  return (
    <form ref={form} className="part form pin" aria-label={t('access.title')} onSubmit={submit}>
      <h3>
        <Icon name="lock" />
        {t('access.title')}
      </h3>
      {!isForNamed && <p className="page-note">{t('access.why')}</p>}
      <Field label={t('access.pin')} name="pin" type="password" autoComplete="off" error={wrong} autoFocus={!isForNamed} />
      {enter.problem && <ProblemText problem={enter.problem} spoken />}
      <div className="form-end">
        <button type="submit" className={isForNamed ? 'button' : 'button fill'} disabled={enter.busy}>
          {t('access.enter')}
        </button>
      </div>
    </form>
  );
}

export function PinSettings() {
  const access = useApp()?.access;
  const save = useFormCall('access.setPin', ['pin']);
  const [saved, setSaved] = useState(false);
  if (!access) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setSaved(false);
    void save.run({ pin: String(new FormData(form).get('pin')) }).then((done) => {
      if (!done) return;
      form.reset();
      setSaved(true);
    });
  };
  return (
    <form className="part form pin" aria-label={t('access.title')} onSubmit={submit}>
      <Field
        label={t('access.set')}
        name="pin"
        type="password"
        inputMode="numeric"
        autoComplete="new-password"
        hint={t('access.setHint')}
        error={save.wrong.pin}
      />
      {access.protected && <p className="page-note">{t('access.open')}</p>}
      <SaveEnd save={save} saved={saved} text={t('access.save')}>
        {access.protected && (
          <>
            <button type="button" className="button quiet stop" disabled={save.busy} onClick={() => void save.run({ pin: null })}>
              {t('access.remove')}
            </button>
            <button type="button" className="button" onClick={() => void callOrSay('access.leave', {})}>
              {t('access.leave')}
            </button>
          </>
        )}
      </SaveEnd>
    </form>
  );
}
