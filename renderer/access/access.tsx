/** The PIN of the manager's part: entering it, setting it, taking it away. */
import type { FormEvent, ReactNode } from 'react';
import { Field } from '../parts/field.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useApp } from '../state/counter.ts';
import { call } from '../state/link.ts';
import { say, words } from '../words.ts';

const said = words.access;

/** Shows what is the manager's only to the manager. */
export function ForManager({ children }: { children: ReactNode }) {
  const access = useApp()?.access;
  if (!access || access.manager) return children;
  return access.says === null ? <Enter /> : <Unknown says={say(access.says)} />;
}

/** While nobody knows whether a PIN is set there is nothing to enter. */
function Unknown({ says }: { says: string }) {
  return (
    <section className="part" aria-label={said.title}>
      <h2>{said.title}</h2>
      <p className="page-note">{says}</p>
    </section>
  );
}

function Enter() {
  const enter = useCall('access.enter');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void enter.run({ pin: String(new FormData(form).get('pin')) }).then(() => form.reset());
  };
  return (
    <form className="part form" aria-label={said.title} onSubmit={submit}>
      <h2>{said.title}</h2>
      <p className="page-note">{said.why}</p>
      <Field label={said.pin} name="pin" type="password" autoComplete="off" autoFocus />
      {enter.problem && <ProblemText problem={enter.problem} spoken />}
      <div className="form-end">
        <button type="submit" className="button big go" disabled={enter.busy}>
          {said.enter}
        </button>
      </div>
    </form>
  );
}

export function PinSettings() {
  const access = useApp()?.access;
  const save = useCall('access.setPin');
  if (!access) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void save.run({ pin: String(new FormData(form).get('pin')) }).then((done) => done && form.reset());
  };
  return (
    <form className="part form" aria-label={said.title} onSubmit={submit}>
      <h2>{said.title}</h2>
      <Field label={said.set} name="pin" type="password" inputMode="numeric" autoComplete="new-password" hint={said.setHint} />
      {access.protected && <p className="page-note">{said.open}</p>}
      {save.problem && <ProblemText problem={save.problem} spoken />}
      <div className="form-end">
        {access.protected && (
          <>
            <button type="button" className="button" onClick={() => void call('access.leave', {})}>
              {said.leave}
            </button>
            <button type="button" className="button stop" disabled={save.busy} onClick={() => void save.run({ pin: null })}>
              {said.remove}
            </button>
          </>
        )}
        <button type="submit" className="button" disabled={save.busy}>
          {said.save}
        </button>
      </div>
    </form>
  );
}
