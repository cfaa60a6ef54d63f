/** Stations with one right, with none, and of one venue: every call, on orders and venues that are theirs and that aren't. */
import { type CallInput, type CallName, calls, RIGHTS, type Right, rightsFor } from '../../../../contract/contract.ts';
import { until, type Venue } from '../../../../test/e2e/venue/venue.ts';
import { comeIn, type Page } from '../watch/page.ts';
import { trustAuthority } from '../watch/trust-authority.ts';
import { inputFor, leavesOf, NOBODYS } from './tablet-tries.ts';
import type { Tries } from './ways-in.ts';

type Ask = (page: Page, name: string, input: unknown) => ReturnType<Page['call']>;
type Pairing = Extract<CallInput<'displays.pair'>, { view: 'station' }>;

const CREW = 5;
/** Without order or venue, at a station of one venue. */
const OF_EVERY_VENUE = ['state.snapshot', 'staff.signIn', 'staff.scan', 'staff.signOut', 'staff.here'];
const NAMES = [...Object.keys(calls), '__proto__', 'constructor', 'hasOwnProperty', 'displays.address', ''];
const REFUSALS = ['not-its-right', 'changed-meanwhile', 'unknown-call', 'too-often', 'bad-input'];

export async function tryStations(venue: Venue, ask: Ask): Promise<Tries> {
  const reached: string[] = [];
  let tried = 0;
  const [there = ''] = venue.alsoVenueIds;
  const pages: Page[] = [];
  async function pair(station: Partial<Pairing> & { name: string }): Promise<Page> {
    const way = await until('a code', async () => {
      const answer = await venue.call('displays.pair', { view: 'station', rights: [], venues: null, zones: null, rings: true, ...station });
      return answer.ok ? answer.value : null;
    });
    if (pages.length === 0) await trustAuthority(way.guideUrl ?? '');
    const page = await comeIn(way.url);
    pages.push(page);
    return page;
  }
  /** Calls are limited by session, so several try in turn. */
  async function crewOf(station: Partial<Pairing> & { name: string }): Promise<Page[]> {
    const crew: Page[] = [];
    for (let at = 0; at < CREW; at += 1) crew.push(await pair({ ...station, name: `${station.name} ${at}` }));
    return crew;
  }
  async function each(crew: Page[], attempt: (name: string, page: Page) => Promise<void>): Promise<void> {
    const work = async (page: Page, own: number): Promise<void> => {
      for (const [at, name] of NAMES.entries()) if (at % crew.length === own) await attempt(name, page);
    };
    await Promise.all(crew.map(work));
    tried += NAMES.length;
  }
  const arrive = async (venueId?: string) => (await venue.arrived('instant', { consumer_name: 'Canary Consumer' }, venueId)).order_id;

  async function withRights(rights: Right[]): Promise<void> {
    const own = await arrive();
    const crew = await crewOf({ name: `Only ${rights.join()}`, rights });
    await until('its order', () => crew.every(({ heard }) => heard.some((frame) => frame.includes(own))));
    await each(crew, async (name, page) => {
      const answer = await ask(page, name, inputFor(name, own, venue));
      const needed = rightsFor(name);
      const isItsRight = needed === null || needed.some((right) => rights.includes(right)) || name === 'state.snapshot';
      if (answer?.ok && !isItsRight) reached.push(`a station for ${rights.join() || 'nothing'} may ${name}`);
      if (answer && !answer.ok && !isItsRight && !REFUSALS.includes(answer.problem.code))
        reached.push(`${name} answers "${answer.problem.code}" to a station without its right`);
    });
  }

  async function ofOneVenue(): Promise<void> {
    const hidden = await arrive(there);
    const before = JSON.stringify(venue.card(hidden));
    const crew = await crewOf({ name: 'Of one venue', rights: [...RIGHTS], venues: [venue.venueId] });
    await each(crew, async (name, page) => {
      const answer = await ask(page, name, inputFor(name, hidden, venue, there));
      if (answer?.ok && !OF_EVERY_VENUE.includes(name)) reached.push(`a station of one venue may ${name} at another`);
      if ('orderId' in ((calls[name as CallName]?.input as { entries?: object } | undefined)?.entries ?? {})) {
        const nothing = JSON.stringify(await ask(page, name, inputFor(name, NOBODYS, venue)));
        if (JSON.stringify(answer) !== nothing) reached.push(`${name} tells of another venue's order: ${JSON.stringify(answer)}`);
      }
    });
    if (JSON.stringify(venue.card(hidden)) !== before) reached.push("a station of one venue changed another venue's order");
    const received = crew.flatMap(({ heard }) => heard).join('\n');
    for (const text of [hidden, there, 'Canary Hillside', ...secretsOf(venue)])
      if (received.includes(text)) reached.push(`a station of one venue received ${text}`);
  }

  const settings = JSON.stringify(await venue.call('settings.get', {}));
  await Promise.all([withRights(['answer']), withRights(['reports']), withRights([]), ofOneVenue()]);
  if (JSON.stringify(await venue.call('settings.get', {})) !== settings) reached.push('a refused call of a station changed the settings');
  for (const page of pages) {
    if (!page.isOpen()) reached.push('a station lost its connection');
    page.leave();
  }
  return { tried, reached };
}

/** Addresses and paths that only the main screen shows. */
function secretsOf(venue: Venue): string[] {
  const { app, printers } = venue.state();
  return leavesOf({ intake: app.app?.intake, addresses: app.app?.addresses, printers }).flatMap(([path, text]) =>
    path.endsWith('/address') && text.length > 3 ? [text] : [],
  );
}
