/** The gallery's own page, without a bridge behind it: `?theme=dark&language=he&size=large&density=dense`. */
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { ScreenSettings } from '../../contract/contract.ts';
import { startClock } from '../state/clock.ts';
import { wear } from '../state/look.ts';
import { locale } from '../words.ts';
import { Gallery } from './gallery.tsx';
import '../tokens.css';
import '../base.css';
import '../app.css';

startClock();
await wear(v.parse(ScreenSettings, Object.fromEntries(new URLSearchParams(location.search))));

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <I18nProvider locale={locale()}>
      <Gallery />
    </I18nProvider>,
  );
