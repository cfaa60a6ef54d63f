/** The list behind the status bar: everything the counter depends on, in whole sentences. */
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { openSettings, setCounter, useApp, useTopic } from '../state/counter.ts';
import { say, words } from '../words.ts';
import { useSigns } from './use-signs.ts';
import './health.css';

export function Health() {
  const signs = useSigns();
  const app = useApp();
  const venues = Object.values(useTopic('venues'));
  const printers = useTopic('printers');
  if (!app) return null;
  return (
    <Dialog title={words.status.details} onClose={() => setCounter({ healthOpen: false })}>
      <ul className="health">
        {/* The venues stand below, each with all that is known of it. */}
        {signs
          .filter(({ icon }) => icon !== 'plug')
          .map((sign) => (
            <li key={sign.id} data-mood={sign.mood}>
              <Icon name={sign.icon} />
              <span>
                <strong>{sign.name}</strong>
                <span>{sign.says}</span>
                {sign.id === 'receiver' && app.receiver.url && <code>{app.receiver.url}</code>}
              </span>
              {sign.id === 'receiver' && app.receiver.hasSecret === false && (
                <button type="button" className="button" onClick={() => openSettings('webhook')}>
                  {words.drill.toSettings}
                </button>
              )}
            </li>
          ))}
        {Object.keys(printers).length === 0 && (
          <li data-mood="quiet">
            <Icon name="printer" />
            <span>{words.status.nothingPrinters}</span>
          </li>
        )}
        {venues.map((venue) => (
          <li key={venue.id} data-mood={venue.state === 'connected' ? 'good' : 'bad'}>
            <Icon name="plug" />
            <span>
              <strong>{venue.name}</strong>
              <span>{say(venue.says)}</span>
              {venue.open !== null && <span>{venue.open ? words.status.open : words.status.closed}</span>}
              {venue.acceptedByService === true && <span>{words.status.acceptsItself}</span>}
              {venue.tokenDaysLeft !== null && <span>{words.status.tokenDays(venue.tokenDaysLeft)}</span>}
            </span>
          </li>
        ))}
        <li data-mood={app.vault.kind === 'keychain' ? 'good' : 'unsure'}>
          <Icon name="lock" />
          <span>
            <strong>{words.status.vault}</strong>
            <span>{say(app.vault.says)}</span>
          </span>
        </li>
      </ul>
    </Dialog>
  );
}
