/** The service's addresses: the answer of each, and a way to change wrong ones. */
import { useEffect } from 'react';
import type { AddressView, Problem } from '../../../contract/contract.ts';
import { useCall } from '../../parts/use-call.ts';
import { useServiceNow } from '../../state/clock.ts';
import { useApp } from '../../state/ui-state.ts';
import { dayAndClock } from '../../time/texts.ts';
import { say, t } from '../../words.ts';
import type { ChecklistItem } from '../checklist.tsx';

const STATES = { verified: 'verified', unasked: 'saved', asking: 'saved', unclear: 'saved', wrong: 'wrong' } as const;

/**
 * Addresses as checklist lines. Unchecked ones are checked automatically. `onChange`: opens the addresses. `problem`: why the check failed.
 */
export function useAddressChecks(onChange: () => void): { proofs: ChecklistItem[]; problem: Problem | null } {
  const addresses = useApp()?.addresses ?? [];
  const now = useServiceNow();
  const ask = useCall('venue.askAddresses');
  const isUnasked = addresses.some(({ state }) => state === 'unasked');
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is one that no one asked
  useEffect(() => {
    if (isUnasked) void ask.run({});
  }, [isUnasked]);
  const proofs = addresses.map(({ name, address, state, text, hint, verifiedAt }): ChecklistItem => {
    const again = (state === 'wrong' || state === 'unclear') && (
      <span className="proof-acts">
        <button type="button" className="button" disabled={ask.busy} onClick={() => void ask.run({})}>
          {t('setup.venue.ask')}
        </button>
        {state === 'wrong' && (
          <button type="button" className="button fill" aria-label={`${t('setup.venue.change')}: ${nameOf(name)}`} onClick={onChange}>
            {t('setup.venue.change')}
          </button>
        )}
      </span>
    );
    return {
      id: name,
      title: nameOf(name),
      text: (
        <>
          <code>{address}</code> {say(text)} {say(hint)} {state === 'wrong' && t('setup.venue.newCode')}
        </>
      ),
      state: STATES[state],
      at: state === 'verified' && verifiedAt ? dayAndClock(verifiedAt, now) : null,
      act: again || null,
    };
  });
  return { proofs, problem: ask.problem };
}

export function nameOf(name: AddressView['name']): string {
  return name === 'order' ? t('setup.venue.order') : t('setup.venue.delivery');
}
