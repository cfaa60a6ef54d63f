/** What a refusal of the delivery API means for staff, by the `error_code` in it (7.4 names one; the others are known in public). */
import { message } from '../../../contract/message.ts';
import type { ServiceProblem } from '../problem.ts';

const BY_CODE: Record<string, Pick<ServiceProblem, 'says'> & Partial<Pick<ServiceProblem, 'code' | 'remedy' | 'mayHaveHappened'>>> = {
  INVALID_ORDER_STATE_TRANSITION: {
    code: 'conflict',
    says: message('courier-has-started-delivery-cannot-be'),
    remedy: message('call-operators-support'),
  },
  DROPOFF_OUTSIDE_OF_DELIVERY_AREA: {
    says: message('no-courier-of-service-goes-to'),
    remedy: message('check-address-another-venue-may-be'),
  },
  VENUE_CLOSED: { says: message('venue-is-closed-at-service'), remedy: message('open-it-there-or-choose-certain') },
  CASH_ON_DELIVERY_DISABLED: { says: message('couriers-may-not-collect-cash-for'), remedy: message('leave-cash-empty') },
  INVALID_SCHEDULED_DROPOFF_TIME: { says: message('service-does-not-deliver-at-this'), remedy: message('choose-another-time-or-none') },
  SHIPMENT_PROMISE_NOT_FOUND: { says: message('service-does-not-know-this-offer'), remedy: message('ask-for-price-again') },
  // It has our reference: an earlier request whose answer said otherwise took effect.
  DUPLICATE_ORDER: { says: message('service-has-this-delivery-already'), mayHaveHappened: true },
};

export function deliveryProblem(problem: ServiceProblem): ServiceProblem {
  const code = problem.errorCode ?? '';
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known) return { ...problem, ...known };
  if (problem.status === 401 || problem.status === 403)
    return { ...problem, says: message('service-did-not-accept-merchant-key'), remedy: message('enter-key-again-in-settings') };
  if (problem.status === 404) return { ...problem, says: message('service-does-not-know-this-venue') };
  return problem;
}
