/**
 * The page that guides a tablet through installing the venue's authority. It doesn't show the fingerprint: an altered page would show the
 * right one, so only the tablet's settings count.
 */
import { isRightToLeft, type Language } from '../../../../contract/contract.ts';
import { message } from '../../../../contract/message.ts';
import type { Say, Translate } from '../../../../contract/words.ts';
import { asHtml } from '../../trouble-page.ts';
import type { Authority } from '../authority/authority.ts';
import { PICTURES } from './guide-pictures.ts';

export const STYLE_PATH = '/guide.css';
export const SCRIPT_PATH = '/guide.js';
export const CERTIFICATE_PATH = '/authority.crt';
export const PROFILE_PATH = '/authority.mobileconfig';
export const TRUSTED_PATH = '/trusted';

export interface GuideText {
  authority: Authority;
  say: Say;
  language: Language;
  /** The https address of the displays, without a path. */
  station: string;
}

type Step = [picture: keyof typeof PICTURES, text: string, more?: string];

export function guidePage({ authority, say, language, station }: GuideText): string {
  const { name } = authority;
  const t: Translate = (code, ...values) => asHtml(say(message(code, ...values)));
  const file = (path: string, label: string): string => `<a class="button" href="${path}">${label}</a>`;
  const steps = (id: string, title: string, given: Step[]): string =>
    `<details id="${id}" name="device"><summary>${title}</summary><ol>${given
      .map(([picture, text, more = '']) => `<li>${PICTURES[picture]}<div><p>${text}</p>${more}</div></li>`)
      .join('')}</ol></details>`;
  return `<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${t('guide.title')}</title><link rel="stylesheet" href="${STYLE_PATH}"><script src="${SCRIPT_PATH}" defer></script></head>
<body data-station="${station}"><main><h1>${t('guide.title')}</h1><p>${t('guide.why')}</p>
${steps('apple', 'iPhone, iPad', [
  ['save', t('guide.appleSave'), file(PROFILE_PATH, t('guide.saveProfile'))],
  ['choose', t('guide.appleInstall')],
  ['compare', t('guide.appleCompare')],
  ['turnOn', t('guide.appleTrust', { name })],
])}
${steps('android', 'Android', [
  ['save', t('guide.androidSave'), file(CERTIFICATE_PATH, t('guide.saveCertificate'))],
  ['choose', t('guide.androidInstall')],
  ['compare', t('guide.androidCompare', { name })],
])}
<section role="status"><p id="waiting">${t('guide.waiting')}</p>
<div id="trusted" hidden><p>${t('guide.trusted')}</p><a class="button" href="${station}/">${t('guide.goOn')}</a></div></section>
<p>${t('guide.warning')}</p></main></body></html>
`;
}

/** A request whose answer the page can't read still fails if the certificate isn't trusted. */
export const GUIDE_SCRIPT = `const station = document.body.dataset.station;
document.getElementById(/Android/.test(navigator.userAgent) ? 'android' : 'apple').open = true;
async function check() {
  try {
    await fetch(station + '${TRUSTED_PATH}', { mode: 'no-cors', cache: 'no-store' });
    document.getElementById('waiting').hidden = true;
    document.getElementById('trusted').hidden = false;
  } catch {
    setTimeout(check, 2000);
  }
}
check();
`;

export const GUIDE_STYLE = `:root { color-scheme: light dark; --accent: light-dark(oklch(0.5 0.205 268), oklch(0.68 0.15 268)); --line: light-dark(oklch(0.8 0.013 255), oklch(0.42 0.018 260)); }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(oklch(0.982 0.003 255), oklch(0.19 0.012 260)); color: light-dark(oklch(0.215 0.025 260), oklch(0.97 0.004 260)); }
main { max-width: 40rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.375rem; }
details, section { border: 1px solid var(--line); border-radius: 0.625rem; padding: 0 1rem; margin-block: 1rem; background: light-dark(white, oklch(0.22 0.013 260)); }
summary { min-height: 3rem; align-content: center; font-weight: 600; }
ol { list-style: decimal inside; padding: 0; margin: 0; }
li { display: flex; gap: 1rem; align-items: start; padding-block: 1rem; border-block-start: 1px solid var(--line); }
li p { margin: 0; }
.button { margin-block: 0.5rem; }
svg { flex: none; width: 7.5rem; height: 4rem; }
.card { fill: none; stroke: var(--line); }
.line { fill: var(--line); }
.chosen { fill: var(--accent); opacity: 0.25; }
.mark { fill: none; stroke: var(--accent); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.on { fill: var(--accent); }
.knob { fill: white; }
.button { display: inline-flex; align-items: center; min-height: 3rem; padding-inline: 1rem; border-radius: 0.375rem; background: light-dark(oklch(0.5 0.205 268), oklch(0.56 0.195 268)); color: white; font-weight: 600; text-decoration: none; }
`;
