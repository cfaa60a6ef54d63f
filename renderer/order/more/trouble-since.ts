/** The trouble that came to an order since something was sent for it. */
import type { Problem } from '../../../contract/contract.ts';
import { say } from '../../words.ts';

const saidOf = ({ code, says }: Problem): string => `${code} ${say(says)}`;

/** What stands in `now` and not in `before`; what says the same twice counts twice. */
export function troubleSince(before: readonly Problem[], now: readonly Problem[]): Problem[] {
  const known = before.map(saidOf);
  return now.filter((one) => {
    const at = known.indexOf(saidOf(one));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}
