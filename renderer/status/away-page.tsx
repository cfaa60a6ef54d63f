/** In the counter's place while Tillbridge cannot start, or rests: why, what to do, and what comes next, in its own words. */
import type { Away } from '../../contract/entry.ts';
import '../setup/welcome.css';

export function AwayPage({ away: { title, says, remedy, next, language, rightToLeft } }: { away: Away }) {
  return (
    <main className="welcome" role="alert" lang={language} dir={rightToLeft ? 'rtl' : 'ltr'}>
      <h1>{title}</h1>
      <h2>{says}</h2>
      <p className="welcome-lead">{remedy}</p>
      <p className="welcome-lead">{next}</p>
    </main>
  );
}
