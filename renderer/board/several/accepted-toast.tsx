/** "11 orders accepted, 2 with allergies: 610, 611", once the service confirms; names orders that weren't accepted. */
import { useEffect } from 'react';
import { Icon } from '../../parts/icons.tsx';
import { useIsDialogOpen } from '../../parts/layers.ts';
import { useTopic } from '../../state/ui-state.ts';
import { lockStrip } from '../../touch/lock.ts';
import { t } from '../../words.ts';
import { followed, isSame, outcomeOf, useFollowed } from './accepted.ts';
import '../../parts/toast.css';
import './accepted-toast.css';

const SHOWN_MS = 10_000;

const dismiss = () => useFollowed.setState({ list: null });

export function AcceptedToast() {
  const list = useFollowed((batch) => batch.list);
  const orders = useTopic('orders');
  const isCovered = useIsDialogOpen();
  useEffect(() => {
    if (list === null) return;
    const next = followed(list, orders);
    if (!isSame(next, list)) useFollowed.setState({ list: next });
  }, [list, orders]);
  const outcome = list && outcomeOf(list);
  const isShown = outcome !== null && !isCovered;
  useEffect(() => {
    if (!isShown) return;
    const ending = setTimeout(dismiss, SHOWN_MS);
    return () => clearTimeout(ending);
  }, [isShown]);
  return (
    <div className="accepted-place" role="status">
      {isShown && (
        <div ref={lockStrip} className="kept" data-short={outcome.notAccepted.length > 0 || undefined}>
          <Icon name={outcome.notAccepted.length > 0 ? 'warning' : 'check'} />
          <span>{textOf(outcome)}</span>
          <button type="button" className="button quiet square" aria-label={t('detail.close')} onClick={dismiss}>
            <Icon name="cross" />
          </button>
        </div>
      )}
    </div>
  );
}

function textOf({ accepted, withAllergies, notAccepted }: NonNullable<ReturnType<typeof outcomeOf>>): string {
  return [
    accepted > 0 && t('several.accepted', { count: accepted }),
    withAllergies.length > 0 && t('several.withAllergies', { count: withAllergies.length, numbers: withAllergies.join(', ') }),
    notAccepted.length > 0 && t('several.notAccepted', { numbers: notAccepted.join(', ') }),
  ]
    .filter(Boolean)
    .join(' · ');
}
