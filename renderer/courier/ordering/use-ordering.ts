/** Orders a courier at an offer's price, once per offer; errors appear at their fields. */
import { useState } from 'react';
import * as v from 'valibot';
import { CourierOrder, mistakeIn } from '../../../contract/contract.ts';
import { exampleAmount, minorUnits } from '../../parts/amounts.ts';
import type { FieldErrors } from '../../parts/form/field-errors.ts';
import { useCall } from '../../parts/use-call.ts';
import { say, t } from '../../words.ts';
import { clearDraft, useDraft } from './draft.ts';

type Text = 'name' | 'phone' | 'email' | 'orderNumber' | 'comment' | 'pickupComment' | 'tip' | 'cash' | 'paysWith';

/** By field name; parcels as `parcels.0.value`. */
export type Wrong = FieldErrors;

export function useOrdering(onOrdered: () => void) {
  const { run, busy, problem } = useCall('courier.order');
  const [tried, setTried] = useState<string | null>(null);
  const draft = useDraft();
  const { offered } = draft;
  const read = offered && orderOf(draft, offered);
  // Errors are shown after the first try with this offer, until corrected.
  const wrong: Wrong = read && tried === offered.requestId ? read.wrong : {};
  return {
    busy,
    problem,
    wrong,
    async order(): Promise<void> {
      if (!read || !offered) return;
      setTried(offered.requestId);
      if (Object.keys(read.wrong).length > 0 || !(await run(read.order))) return;
      clearDraft();
      onOrdered();
    },
  };
}

export type Ordering = ReturnType<typeof useOrdering>;

type Draft = ReturnType<typeof useDraft.getState>;

function orderOf(draft: Draft, { offer, venueId, requestId }: NonNullable<Draft['offered']>): { order: CourierOrder; wrong: Wrong } {
  const wrong: Wrong = {};
  const text = (name: Text) => draft[name].trim() || null;
  const minor = (field: string, typed: string): number | null => {
    if (typed.trim() === '') return null;
    const digits = offer.price?.digits ?? null;
    const amount = minorUnits(typed, digits);
    if (!amount) wrong[field] = t('courierDesk.badAmount', { example: exampleAmount(digits) });
    return amount || null;
  };
  const collect = minor('cash', draft.cash);
  const order: CourierOrder = {
    requestId,
    venueId,
    offerId: offer.id,
    recipient: { name: draft.name.trim(), phone: draft.phone.trim(), email: text('email') },
    comment: text('comment'),
    pickupComment: text('pickupComment'),
    orderNumber: text('orderNumber'),
    isNoContact: draft.noContact,
    parcels: draft.parcels.map((parcel, at) => ({ ...parcel, value: minor(`parcels.${at}.value`, parcel.value) })),
    tip: minor('tip', draft.tip),
    cash: collect === null ? null : { collect, paysWith: minor('paysWith', draft.paysWith) },
    handshake: draft.handshake,
    handshakeSms: draft.handshakeSms,
    trackingSms: draft.trackingSms,
  };
  for (const issue of v.safeParse(CourierOrder, order).issues ?? []) {
    const field = (issue.path ?? [])
      .map(({ key }) => String(key))
      .filter((key) => key !== 'recipient')
      .join('.');
    wrong[field] ??= say(mistakeIn(issue));
  }
  return { order, wrong };
}
