/** Receives the authorization code on a loopback address or by a desktop link, and fills it in. */
import { type RefObject, useState } from 'react';
import type { Problem } from '../../../contract/contract.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { call } from '../../state/link.ts';
import { useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';

export function ReceiveCode({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [address, setAddress] = useState<string | null>(null);
  const [state, setState] = useState<'idle' | 'waiting' | 'received'>('idle');
  const [problem, setProblem] = useState<Problem | null>(null);

  const fill = (name: string, value: string) => {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  };
  const app = useApp();
  const receive = async (via: 'loopback' | 'link') => {
    setProblem(null);
    setState('waiting');
    const opened = await call('venue.openRedirect', { via });
    if (!opened.ok) return fail(opened.problem);
    const { redirectUri } = opened.value;
    setAddress(redirectUri);
    fill('redirectUri', redirectUri);
    const code = await call('venue.awaitCode', { redirectUri });
    if (!code.ok) return fail(code.problem);
    fill('authorizationCode', code.value.authorizationCode);
    setState('received');
  };
  const fail = (why: Problem) => {
    setProblem(why);
    setState('idle');
  };

  return (
    <div className="receive">
      <button type="button" className="button" disabled={state === 'waiting'} onClick={() => void receive('loopback')}>
        {state === 'waiting' ? t('connect.receiving') : t('connect.receive')}
      </button>
      {app?.host === 'desktop' && (
        <button type="button" className="button" disabled={state === 'waiting'} onClick={() => void receive('link')}>
          {t('connect.receiveByLink')}
        </button>
      )}
      {address && (
        <div className="receive-address">
          <p>{t('connect.redirectShown')}</p>
          <Copyable text={address} />
        </div>
      )}
      <p className="receive-done" role="status">
        {state === 'received' && t('connect.received')}
      </p>
      {problem && <ProblemText problem={problem} spoken />}
    </div>
  );
}
