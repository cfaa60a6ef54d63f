/** How old the copy is that is shown, whether another is being read, and why there is none. */
import type { MenuView } from '../../../contract/contract.ts';
import { useCall } from '../../parts/use-call.ts';
import { useServiceMinute } from '../../state/clock.ts';
import { dayAndClock, fromNow } from '../../time/texts.ts';
import { say, words } from '../../words.ts';

export function MenuAge({ menu: { venueId, readAt, isReading, readProblem } }: { menu: MenuView }) {
  const said = words.menu;
  const now = useServiceMinute(readAt);
  const { run, busy, problem } = useCall('menu.read');
  const wrong = problem?.says ?? readProblem;
  return (
    <div className="menu-age">
      <p role="status">
        {[
          readAt === null ? said.notRead : said.readAt(dayAndClock(readAt, now), fromNow(readAt, now)),
          isReading && said.reading,
          wrong && say(wrong),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <button type="button" className="button quiet" disabled={busy || isReading} onClick={() => void run({ venueId })}>
        {said.read}
      </button>
    </div>
  );
}
