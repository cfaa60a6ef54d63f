/** Starts the page: the connection, the clock and the sound, then the screen. */
import { createRoot } from 'react-dom/client';
import { teachGeorgian } from '../contract/contract.ts';
import { App } from './app.tsx';
import { startKeepingFound } from './board/find/keep-found.ts';
import { openBridgeClient } from './bridge-client.ts';
import { startTickets } from './displays/kitchen/use-tickets.ts';
import { startKeepingFocus } from './keys/keep-focus.ts';
import { startKeys } from './keys/keys.ts';
import { startPalette } from './palette/open-palette.ts';
import { startSound } from './sound/sound.ts';
import { startAppearance } from './state/appearance.ts';
import { startClock } from './state/clock.ts';
import { startLink } from './state/link.ts';
import { startPlaces } from './state/use-places.ts';
import { startStops } from './stopped/keep-stops.ts';
import { startZone } from './time/zone.ts';
import { startGuard } from './touch/guard.ts';
import { startHands } from './touch/hands.ts';
import { startKeepingPlaces } from './touch/keep-places.ts';
import { startCalling } from './unanswered/keep-calling.ts';
import './tokens.css';
import './base.css';
import './contrast-theme.css';

teachGeorgian(Intl);
// Before anything else hears a touch.
startHands();
startKeepingPlaces();
startPalette();
startKeys();
startKeepingFocus();
startGuard();
startZone();
startKeepingFound();
startLink(openBridgeClient());
startPlaces();
startTickets();
startStops();
startClock();
startCalling();
startAppearance();
startSound();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
