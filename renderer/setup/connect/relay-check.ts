/** The relay as a checklist line: verified only by an answer within seconds. */
import { sourceOf } from '../../../contract/contract.ts';
import { useServiceNow } from '../../state/clock.ts';
import { intakeSign } from '../../state/signs.ts';
import { useApp } from '../../state/ui-state.ts';
import { say, t } from '../../words.ts';
import type { ChecklistItem } from '../checklist.tsx';

export function useRelayCheck(): ChecklistItem | null {
  const relay = sourceOf(useApp(), 'relay');
  const now = useServiceNow();
  if (!relay) return null;
  const { mood, short, text } = intakeSign(relay, now);
  if (mood === 'good') return { id: 'relay', title: t('setup.orders.relay'), text, state: 'verified', at: short };
  const what = mood === 'bad' && relay.hint ? `${say(relay.text)} ${say(relay.hint)}` : text;
  // If the relay answers, the trouble is in the relay, not on the way to it.
  const title = mood === 'bad' && relay.answers ? t('status.relay') : t('setup.orders.relayNot');
  return { id: 'relay', title, text: what, state: mood === 'bad' ? 'wrong' : 'open' };
}
