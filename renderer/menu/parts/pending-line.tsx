/** Progress of a change of hours or menu; a change that was refused, or that the service doesn't show, can be sent again. */
import type { PendingView } from '../../../contract/contract.ts';
import { callOrSay } from '../../state/link.ts';
import { t } from '../../words.ts';
import { isTroubled } from '../on-sale.ts';
import { PendingState } from './pending-state.tsx';

export function PendingLine({ venueId, pending }: { venueId: string; pending: PendingView | null }) {
  if (!pending) return null;
  return (
    <p className="pending-line" role="status">
      <PendingState pending={pending} money={null} />
      {isTroubled(pending) && (
        <button type="button" className="button" onClick={() => void callOrSay('menu.again', { venueId, intent: pending.intent })}>
          {t('sale.again')}
        </button>
      )}
    </p>
  );
}
