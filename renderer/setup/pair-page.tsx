/** An unpaired page: how to pair it, and the code field. */
import { type FormEvent, useEffect, useState } from 'react';
import type { RefusedBy } from '../../contract/contract.ts';
import { typeCode } from '../client/bridge-client.ts';
import { Field } from '../parts/form/field.tsx';
import { t } from '../words.ts';

/** A valid code pairs the page within this, ms. */
const ANSWERED_MS = 3_000;

export function PairPage({ place }: { place: RefusedBy }) {
  const [error, setError] = useState<string | undefined>();
  const [triedAt, setTriedAt] = useState<number | null>(null);
  useEffect(() => {
    if (triedAt === null) return;
    const answered = setTimeout(() => setError(t('pair.refused')), ANSWERED_MS);
    return () => clearTimeout(answered);
  }, [triedAt]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isCode = typeCode(String(new FormData(event.currentTarget).get('code')));
    setError(isCode ? undefined : t('pair.noCode'));
    setTriedAt(isCode ? Date.now() : null);
  };
  return (
    <main className="welcome come-in">
      <h1>{t('pair.title')}</h1>
      <p className="welcome-lead">{t(`pair.${place}`)}</p>
      <form className="form" aria-label={t('pair.title')} onSubmit={submit} noValidate>
        <Field label={t('pair.code')} name="code" autoCapitalize="none" autoFocus hint={t('pair.once')} error={error} />
        <div className="form-end">
          <button type="submit" className="button fill">
            {t('pair.enter')}
          </button>
        </div>
      </form>
    </main>
  );
}
