/** Answers (sections 7.2 and 7.3) that differ from those for orders. */
import { message } from '../../../contract/message.ts';
import type { ServiceProblem } from '../problem.ts';

/** `isOfMenu`: whether 401 and 403 concern the venue's menu, not the token. */
export function menuProblem(problem: ServiceProblem, isOfMenu: boolean): ServiceProblem {
  const refused = { ...problem, code: 'refused', outcome: undefined } as const;
  switch (problem.status) {
    case 400:
    case 422:
      return { ...refused, text: message('menu.changeRefused', { status: problem.status }) };
    case 401:
      return isOfMenu ? { ...refused, text: message('menu.venueNotAllowed'), hint: message('menu.askOperatorToEnable') } : problem;
    case 403:
      return { ...refused, text: message('menu.venueForbidden'), hint: message('menu.askOperatorToEnable') };
    case 404:
    case 405:
      return { ...refused, text: message('menu.noEndpoint'), hint: message('menu.setEndpoint') };
    case 406:
      return { ...refused, text: message('menuFile.refused'), hint: message('menuFile.checkVatRates') };
    default:
      return problem;
  }
}
