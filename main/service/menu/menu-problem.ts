/** What the answers of the menu and venue endpoints mean (sections 7.2 and 7.3), where that is something else than of an order. */
import { message } from '../../../contract/message.ts';
import type { ServiceProblem } from '../problem.ts';

/** `isOfMenu`: 401 and 403 say something of the venue and its menu, and not of the token, which another one was tried after. */
export function menuProblem(problem: ServiceProblem, isOfMenu: boolean): ServiceProblem {
  const refused = { ...problem, code: 'refused', mayHaveHappened: false } as const;
  switch (problem.status) {
    case 400:
    case 422:
      return { ...refused, says: message('service-refused-change-as-invalid', { status: problem.status }) };
    case 401:
      return isOfMenu
        ? { ...refused, says: message('venue-not-enabled-for-menu'), remedy: message('ask-operator-to-enable-menu') }
        : problem;
    case 403:
      return { ...refused, says: message('venue-is-closed-for-this'), remedy: message('ask-operator-to-enable-menu') };
    case 404:
    case 405:
      return { ...refused, says: message('service-has-no-such-endpoint'), remedy: message('set-endpoint-in-settings-file') };
    case 406:
      return { ...refused, says: message('service-refused-menu-406'), remedy: message('check-vat-rates-of-menu') };
    default:
      return problem;
  }
}
