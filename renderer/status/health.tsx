/** The list behind the status dot: all dependencies, problems first, with links to fix them. */
import { type ReactNode, useState } from 'react';
import { type AppView, type PrinterView, type SettingsPart, sourceOf, type VenueView } from '../../contract/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { openText } from '../sale/today.tsx';
import { useServiceNow } from '../state/clock.ts';
import { MOODS_WORST_FIRST, type Mood, type Sign } from '../state/signs.ts';
import { openSettings, setUiState, useApp, useIsCounter, useTopic } from '../state/ui-state.ts';
import { useSigns } from '../state/use-signs.ts';
import { ageText } from '../time/texts.ts';
import { say, t } from '../words.ts';
import './health.css';

interface Row {
  id: string;
  icon: IconName;
  mood: Mood;
  name: string;
  /** Explanation, one sentence per entry. */
  text: ReactNode[];
  /** Part of Settings in which it's fixed. */
  mend?: SettingsPart | undefined;
}

export function Health() {
  const rows = useRows();
  const isCounter = useIsCounter();
  // Rows keep the order they had when the list was opened.
  const [order] = useState(() => sorted(rows).map(({ id }) => id));
  const placed = [...order.flatMap((id) => rows.find((row) => row.id === id) ?? []), ...rows.filter(({ id }) => !order.includes(id))];
  return (
    <Dialog title={t('status.details')} onClose={() => setUiState({ healthOpen: false })}>
      <ul className="health">
        {placed.map(({ id, icon, mood, name, text, mend }) => (
          <li key={id} data-mood={mood}>
            {mood === 'bad' ? <Icon name="warning" className="health-mark" /> : <span className="health-mark bar-dot" aria-hidden="true" />}
            <Icon name={icon} />
            <div>
              <strong>{name}</strong>
              {text.map((line, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of one sign have no name of their own
                <p key={place}>{line}</p>
              ))}
            </div>
            {mend && isCounter && (
              <button
                type="button"
                className="button"
                aria-label={`${t('selfTest.toSettings')}: ${name}`}
                onClick={() => openSettings(mend)}
              >
                {t('selfTest.toSettings')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const sorted = (rows: Row[]) => rows.toSorted((a, b) => MOODS_WORST_FIRST.indexOf(a.mood) - MOODS_WORST_FIRST.indexOf(b.mood));

function useRows(): Row[] {
  const signs = useSigns();
  const app = useApp();
  const printers = useTopic('printers');
  const venues = Object.values(useTopic('venues'));
  const now = useServiceNow();
  const isCounter = useIsCounter();
  if (!app) return [];
  return [
    // Venues have their own rows.
    ...signs.filter(({ icon }) => icon !== 'plug').map((sign) => rowOf(sign, app, printers[sign.id.replace(/^printer-/, '')], now)),
    ...venues.map(venueRow),
    // Secrets in a file are only as safe as the computer: neither bad nor good.
    ...(isCounter ? [vaultRow(app)] : []),
  ];
}

function vaultRow({ vault }: AppView): Row {
  return {
    id: 'vault',
    icon: 'lock',
    mood: vault.kind === 'keychain' ? 'good' : 'quiet',
    name: t('status.vault'),
    text: [say(vault.text)],
  };
}

function rowOf({ id, icon, mood, name, text }: Sign, app: AppView, printer: PrinterView | undefined, now: number): Row {
  const lines: ReactNode[] = [text];
  const source = sourceOf(app, id);
  if (mood === 'bad' && source?.hint) lines.push(say(source.hint));
  if (source?.address) lines.push(<code>{source.address}</code>);
  if (printer?.lastContactAt) lines.push(t('status.lastHeard', { age: ageText(now - Date.parse(printer.lastContactAt)) }));
  return { id, icon, mood, name, text: lines, mend: mood === 'bad' || id === 'printers' ? MENDED_IN[icon] : undefined };
}

const MENDED_IN: Partial<Record<Sign['icon'], SettingsPart>> = {
  receiver: 'webhook',
  relay: 'webhook',
  printer: 'printers',
  till: 'till',
  plug: 'venues',
};

function venueRow(venue: VenueView): Row {
  const { id, name, state, verified, text, acceptedByService, tokenDaysLeft } = venue;
  const isConnected = state === 'connected';
  return {
    id: `venue-${id}`,
    icon: 'plug',
    mood: verified ? 'good' : isConnected ? 'unsure' : 'bad',
    name,
    text: [
      say(text),
      openText(venue),
      acceptedByService === true && t('status.acceptsItself'),
      tokenDaysLeft !== null && t('status.tokenDays', { days: tokenDaysLeft }),
    ].filter(Boolean),
    mend: isConnected ? undefined : 'venues',
  };
}
