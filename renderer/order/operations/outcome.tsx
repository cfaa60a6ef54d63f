import type { OrderCard } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { t } from '../../words.ts';

interface Props {
  order: OrderCard;
  requestId: string;
  operation: string;
  before: OrderCard['operated'];
}

export function Outcome({ order: { operated }, requestId, operation, before }: Props) {
  // A duplicate isn't sent; the operation already under way gives the outcome.
  const others = before.filter((one) => one.operation === operation && one.state === 'sending').map((one) => one.requestId);
  const own = operated.find((one) => one.requestId === requestId) ?? operated.findLast((one) => others.includes(one.requestId));
  const state = own?.state ?? 'sending';
  return (
    <>
      <p role="status">{state !== 'failed' && t(`more.${state}`)}</p>
      {own?.problem && <ProblemText problem={own.problem} spoken />}
    </>
  );
}
