/** The page shown while Tillbridge can't start, in both hosts: reason, hint, and next step. */
import type { Trouble } from '../app/trouble.ts';

/** The page's policy forbids inline scripts. */
export const SCRIPT_PATH = '/look-again.js';

/** Fetches before reloading, as a reload while nothing listens would end on the browser's error page. */
export const SCRIPT = `let last = null;
setInterval(async () => {
  try {
    const answer = await fetch('/');
    const text = await answer.text();
    if (answer.status !== 503 || (last !== null && last !== text)) location.reload();
    last = text;
  } catch {}
}, 2000);`;

export function troublePage({ title, text, hint, next, language, rightToLeft }: Trouble): string {
  return `<!doctype html>
<html lang="${language}" dir="${rightToLeft ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${asHtml(title)}</title><script src="${SCRIPT_PATH}"></script></head>
<body><main role="alert"><h1>${asHtml(title)}</h1><h2>${asHtml(text)}</h2><p>${asHtml(hint)}</p><p>${asHtml(next)}</p></main></body></html>
`;
}

/** Escapes text for HTML. */
export function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
