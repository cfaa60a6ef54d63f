/** Other venues of the merchant with a sooner or cheaper courier. */

import { useState } from 'react';
import type { CallOutput, OfferView } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useTopic } from '../../state/ui-state.ts';
import { say, t } from '../../words.ts';
import { setPriceInputs, useDraft } from './draft.ts';
import { type Asking, scheduledOf, useVenueId } from './use-offer.ts';

export function Nearby({ offer, asking }: { offer: OfferView; asking: Asking }) {
  const ours = useTopic('venues');
  const venueId = useVenueId();
  const at = useDraft((draft) => draft.at);
  const look = useCall('courier.venues');
  const [venues, setVenues] = useState<CallOutput<'courier.venues'>['venues'] | null>(null);
  const { place } = offer;
  if (!place || Object.keys(ours).length < 2) return null;
  const find = async () =>
    setVenues((await look.run({ place, address: offer.address ?? '', scheduledTime: scheduledOf(at) }))?.venues ?? null);
  const askFrom = (id: string) => {
    setPriceInputs({ venueId: id });
    void asking.ask(id);
  };
  return (
    <>
      <button type="button" className="button quiet" disabled={look.busy} onClick={() => void find()}>
        {t('courierDesk.nearby')}
      </button>
      {look.problem && <ProblemText problem={look.problem} spoken />}
      {venues && (
        <ul className="courier-nearby" aria-label={t('courierDesk.nearby')}>
          {venues.length === 0 && <li>{t('courierDesk.nearbyNone')}</li>}
          {venues.map((venue) => (
            <li key={venue.venueId}>
              <strong>{venue.name}</strong> <span>{say(venue.fee)}</span>{' '}
              {venue.totalMinutes !== null && <span>{t('courierDesk.minutes', { minutes: venue.totalMinutes })}</span>}
              {ours[venue.venueId] && venue.venueId !== venueId && (
                <button
                  type="button"
                  className="button"
                  aria-label={t('courierDesk.askFromNamed', { name: venue.name })}
                  onClick={() => askFrom(venue.venueId)}
                >
                  {t('courierDesk.askFrom')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
