/** Onboarding (section 1, point 1): the page where a merchant approves a partner, and its code. */
import { ASSUMED } from '../assumptions.ts';
import type { Venues } from '../venue/venues.ts';
import { type Incoming, Refusal, type Reply } from '../wire/exchange.ts';
import type { TokenBook } from './token-book.ts';

/** Self-service: GET shows the page; POST approves and redirects to redirect_uri with a code. */
export function createOnboarding(options: { clientId: string; venues: Venues; book: TokenBook }): (request: Incoming) => Reply {
  return (request) => {
    if (request.path !== ASSUMED.onboardingPath) throw new Refusal(404, { reason: 'Unknown endpoint.' });
    if (request.method === 'GET') return { status: 200, body: page(options.venues, asked(request.query)) };
    if (request.method !== 'POST') throw new Refusal(405, undefined, { allow: 'GET, POST' });
    const form = new URLSearchParams(request.body);
    const { clientId, redirectUri, state } = asked(form);
    if (clientId !== options.clientId) throw new Refusal(400, 'Unknown client_id.');
    const venueId = form.get('venue_id') ?? '';
    if (!options.venues.get(venueId)) throw new Refusal(400, 'Unknown venue.');
    const back = new URL(redirectUri);
    back.searchParams.set('code', options.book.issueCode({ clientId, redirectUri, venueIds: [venueId] }));
    if (state !== null) back.searchParams.set('state', state);
    return { status: 303, headers: { location: back.href } };
  };
}

interface Asked {
  clientId: string;
  redirectUri: string;
  state: string | null;
}

function asked(query: URLSearchParams): Asked {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!URL.canParse(redirectUri)) throw new Refusal(400, 'redirect_uri is missing or is no address.');
  return { clientId: query.get('client_id') ?? '', redirectUri, state: query.get('state') };
}

function page(venues: Venues, { clientId, redirectUri, state }: Asked): string {
  const hidden = (name: string, value: string | null) =>
    value === null ? '' : `<input type="hidden" name="${name}" value="${escaped(value)}">`;
  const choices = venues
    .all()
    .map(
      (venue, at) =>
        `<label><input type="radio" name="venue_id" value="${escaped(venue.id)}"${at === 0 ? ' checked' : ''}> ${escaped(venue.name)}</label>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Approve a partner</title>
<style>body{font:18px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}label{display:block;padding:.4rem 0}button{font:inherit;padding:.6rem 1.4rem;margin-top:1rem}</style>
<h1>Approve a partner</h1><p>The partner <strong>${escaped(clientId)}</strong> asks for access to your venue: its orders, their acceptance and their state.</p>
<form method="post" action="?">${hidden('client_id', clientId)}${hidden('redirect_uri', redirectUri)}${hidden('state', state)}${choices || '<p>There is no venue yet.</p>'}<button>Approve</button></form></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
