/** What a refusal of the delivery API means for staff, by the `error_code` in it (7.4 names one; the others are known in public). */
import type { ServiceProblem } from './problem.ts';

const BY_CODE: Record<string, Pick<ServiceProblem, 'says'> & Partial<Pick<ServiceProblem, 'code' | 'remedy' | 'mayHaveHappened'>>> = {
  INVALID_ORDER_STATE_TRANSITION: {
    code: 'conflict',
    says: 'The courier has started: the delivery cannot be cancelled here any more.',
    remedy: "Call the operator's support.",
  },
  DROPOFF_OUTSIDE_OF_DELIVERY_AREA: {
    says: 'No courier of the service goes to this address.',
    remedy: 'Check the address; another venue may be nearer.',
  },
  VENUE_CLOSED: { says: 'The venue is closed at the service.', remedy: 'Open it there, or choose a certain time.' },
  CASH_ON_DELIVERY_DISABLED: { says: 'Couriers may not collect cash for this merchant.', remedy: 'Leave the cash empty.' },
  INVALID_SCHEDULED_DROPOFF_TIME: { says: 'The service does not deliver at this time.', remedy: 'Choose another time, or none.' },
  SHIPMENT_PROMISE_NOT_FOUND: { says: 'The service does not know this offer any more.', remedy: 'Ask for the price again.' },
  // It has our reference: an earlier request whose answer said otherwise took effect.
  DUPLICATE_ORDER: { says: 'The service has this delivery already.', mayHaveHappened: true },
};

export function deliveryProblem(problem: ServiceProblem): ServiceProblem {
  const code = problem.errorCode ?? '';
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known) return { ...problem, ...known };
  if (problem.status === 401 || problem.status === 403)
    return { ...problem, says: 'The service did not accept the merchant key.', remedy: 'Enter the key again in Settings.' };
  if (problem.status === 404) return { ...problem, says: 'The service does not know this venue or delivery (404).' };
  return problem;
}
