/** Refusals of the delivery API by `error_code` (7.4 names one; the others are published). */
import { message } from '../../../contract/message.ts';
import type { ServiceProblem } from '../problem.ts';

const BY_CODE: Record<string, Pick<ServiceProblem, 'text'> & Partial<Pick<ServiceProblem, 'code' | 'hint' | 'outcome'>>> = {
  INVALID_ORDER_STATE_TRANSITION: {
    code: 'conflict',
    text: message('courier.tooLateToCancel'),
    hint: message('courier.callSupport'),
  },
  DROPOFF_OUTSIDE_OF_DELIVERY_AREA: {
    text: message('courier.outOfReach'),
    hint: message('courier.tryAnotherVenue'),
  },
  VENUE_CLOSED: { text: message('courier.venueClosed'), hint: message('courier.openOrSchedule') },
  CASH_ON_DELIVERY_DISABLED: { text: message('courier.noCashCollection'), hint: message('courier.leaveCashBlank') },
  INVALID_SCHEDULED_DROPOFF_TIME: { text: message('courier.notAtThisTime'), hint: message('courier.chooseAnotherTime') },
  SHIPMENT_PROMISE_NOT_FOUND: { text: message('courier.offerUnknownAtService'), hint: message('courier.getNewPrice') },
  // The service has our reference, so an earlier request took effect although it failed here.
  DUPLICATE_ORDER: { text: message('courier.alreadyAtService'), outcome: 'unknown' },
};

export function deliveryProblem(problem: ServiceProblem): ServiceProblem {
  const code = problem.errorCode ?? '';
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (known) return { ...problem, ...known };
  if (problem.status === 401 || problem.status === 403)
    return { ...problem, text: message('service.merchantKeyRefused'), hint: message('service.enterKeyAgain') };
  if (problem.status === 404) return { ...problem, text: message('courier.venueOrDeliveryUnknown') };
  return problem;
}
