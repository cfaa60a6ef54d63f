/** Warnings about typed service addresses, shown before the one-time authorization code is used up at a wrong one. Staff may go on. */
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { type CallOutput, calls } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { call } from '../../state/link.ts';
import { say, t } from '../../words.ts';
import { nameOf } from './address-checks.tsx';
import './address-warnings.css';

type Doubts = CallOutput<'venue.tryAddresses'>['doubts'];

export function useAddressDoubts() {
  const [found, setFound] = useState<Doubts>([]);
  const last = useRef('');
  const look = async ({ order, delivery }: { order: string; delivery: string }) => {
    const typed = v.safeParse(calls['venue.tryAddresses'].input, { orderBaseUrl: order, deliveryBaseUrl: delivery || null });
    const asked = JSON.stringify(typed.output);
    last.current = asked;
    setFound([]);
    if (!typed.success) return;
    const answer = await call('venue.tryAddresses', typed.output);
    // The addresses may have changed meanwhile.
    if (answer.ok && last.current === asked) setFound(answer.value.doubts);
  };
  return { found, look };
}

/** `onChange`: goes to the page with the addresses; null on that page. Warnings are below the buttons, which must not move. */
export function AddressDoubts({ found, onChange }: { found: Doubts; onChange: (() => void) | null }) {
  if (found.length === 0) return null;
  return (
    <div className="address-doubts">
      {found.map(({ name, text, hint }) => (
        <ProblemText key={name} problem={{ code: 'address', text: `${nameOf(name)}: ${say(text)}`, hint: hint ?? undefined }} />
      ))}
      {onChange && (
        <button type="button" className="button" onClick={onChange}>
          {t('setup.venue.change')}
        </button>
      )}
    </div>
  );
}
