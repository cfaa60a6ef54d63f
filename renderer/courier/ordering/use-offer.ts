/** Requests the price of a courier for the form; orders nothing. */
import { getLocalTimeZone, parseDateTime } from '@internationalized/date';
import { useCall } from '../../parts/use-call.ts';
import { useTopic } from '../../state/ui-state.ts';
import { addressOf, setOffered, useDraft } from './draft.ts';

/** The chosen venue, else the first. */
export function useVenueId(): string {
  const chosen = useDraft(({ venueId }) => venueId);
  const venues = useTopic('venues');
  return venues[chosen] ? chosen : (Object.keys(venues)[0] ?? '');
}

/** Local time of Tillbridge's computer to ISO UTC. */
export const scheduledOf = (at: string) => (at === '' ? null : parseDateTime(at).toDate(getLocalTimeZone()).toISOString());

export function useOffer() {
  const { run, busy, problem } = useCall('courier.offer');
  const venueId = useVenueId();
  return {
    busy,
    problem,
    async ask(from = venueId): Promise<void> {
      const asked = useDraft.getState();
      const offer = await run({
        venueId: from,
        address: addressOf(asked),
        scheduledTime: scheduledOf(asked.at),
        minPreparationMinutes: asked.minutes === '' ? null : Number(asked.minutes),
        parcels: asked.parcels.map((parcel) => ({ ...parcel, value: null })),
      });
      // If the inputs changed meanwhile, the offer is outdated.
      if (offer && asked.question === useDraft.getState().question) setOffered({ offer, venueId: from, requestId: crypto.randomUUID() });
    },
  };
}

export type Asking = ReturnType<typeof useOffer>;
