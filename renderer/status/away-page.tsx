/** Shown while Tillbridge can't start or is stopped: why, and what to do. */
import type { CannotStartPage } from '../../contract/entry.ts';
import { Icon } from '../parts/icons.tsx';
import '../setup/welcome.css';

export function AwayPage({ away: { title, text, hint, next, language, rightToLeft } }: { away: CannotStartPage }) {
  return (
    <main className="welcome away" role="alert" lang={language} dir={rightToLeft ? 'rtl' : 'ltr'}>
      <Icon name="warning" />
      <h1>{title}</h1>
      <h2>{text}</h2>
      <div className="away-do">
        <p>{hint}</p>
        <p>{next}</p>
      </div>
    </main>
  );
}
