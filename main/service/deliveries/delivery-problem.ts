/** What a refusal of the delivery API means for staff, by the `error_code` in it (7.4 names one; the others are known in public). */
import { message } from '../../../contract/message.ts';
import type { ServiceProblem } from '../problem.ts';

const BY_CODE: Record<string, Pick<ServiceProblem, 'says'> & Partial<Pick<ServiceProblem, 'code' | 'remedy' | 'mayHaveHappened'>>> = {
  INVALID_ORDER_STATE_TRANSITION: {
    code: 'conflict',
    says: message('courier.tooLateToCancel'),
    remedy: message('courier.callSupport'),
  },
  DROPOFF_OUTSIDE_OF_DELIVERY_AREA: {
    says: message('courier.outOfReach'),
    remedy: message('courier.tryAnotherVenue'),
  },
  VENUE_CLOSED: { says: message('courier.venueClosed'), remedy: message('courier.openOrSchedule') },
  CASH_ON_DELIVERY_DISABLED: { says: message('courier.noCashCollection'), remedy: message('courier.leaveCashBlank') },
  INVALID_SCHEDULED_DROPOFF_TIME: { says: message('courier.notAtThisTime'), remedy: message('courier.chooseAnotherTime') },
  SHIPMENT_PROMISE_NOT_FOUND: { says: message('courier.offerUnknownAtService'), remedy: message('courier.getNewPrice') },
  // It has our reference: an earlier request whose answer said otherwise took effect.
  DUPLICATE_ORDER: { says: message('courier.alreadyAtService'), mayHaveHappened: true },
};

export function deliveryProblem(problem: ServiceProblem): ServiceProblem {
  const code = problem.errorCode ?? '';
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known) return { ...problem, ...known };
  if (problem.status === 401 || problem.status === 403)
    return { ...problem, says: message('service.merchantKeyRefused'), remedy: message('service.enterKeyAgain') };
  if (problem.status === 404) return { ...problem, says: message('courier.venueOrDeliveryUnknown') };
  return problem;
}
