/** Where the page starts: the link, the clock and the sound first, then the screen. */
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { openDoorway } from './doorway.ts';
import { startKeys } from './keys/keys.ts';
import { startSound } from './sound/sound.ts';
import { startClock } from './state/clock.ts';
import { startLink } from './state/link.ts';
import { startLook } from './state/look.ts';
import './tokens.css';
import './base.css';

startLink(openDoorway());
startClock();
startKeys();
startLook();
startSound();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
