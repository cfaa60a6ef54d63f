/** A paired tablet and a stolen one: all calls they can make, data they might receive, and others they might disturb. */
import { setTimeout as pause } from 'node:timers/promises';
import { type CallOutput, calls, type DisplayView } from '../../../../contract/contract.ts';
import { askIn, nextSecret, PROTOCOL, proofOfPage, SCHEME } from '../../../../contract/entry.ts';
import { keepDisplays } from '../../../../main/hosts/displays/displays.ts';
import { RENDERER } from '../../../../test/e2e/venue/screen.ts';
import { openVenue, until, type Venue } from '../../../../test/e2e/venue/venue.ts';
import type { Attack, Force } from '../attack.ts';
import { comeIn, type Page } from '../watch/page.ts';
import { SALE_CALLS, trySelling } from './tablet-sale.ts';
import { inputFor, isDrawn, leavesOf, NOBODYS } from './tablet-tries.ts';
import { byKeys, links } from './ways-in.ts';

type Way = CallOutput<'displays.pair'>;

const SECONDS = 3;
const SENT_AWAY_WITHIN_MS = 1_000;

const WORK_OF_A_KITCHEN = [
  ...['order.touch', 'order.ready', 'order.undo', 'order.check'],
  ...['kitchen.setDish', 'kitchen.setTicket', 'kitchen.prioritize', 'kitchen.recall'],
  ...SALE_CALLS,
];
/** A kitchen tablet may list its last finished orders, but no others. */
const OF_A_KITCHEN = 'kitchen.recent';
const REFUSALS = ['display-only', 'too-often', 'not-among-last'];

export const tablet: Attack = {
  wants: 'A tablet floods everybody, reads what is not on its display, does what is not its work, or stays when it is sent away',
  async run(force) {
    const venue = await openVenue({ settings: { counter: { port: 0, displays_port: 0, stations_port: 0 } } });
    const displays = keepDisplays({ app: venue.app(), rendererDir: RENDERER, dataDir: venue.dataDir });
    try {
      await venue.call('displays.allow', { on: true });
      return await attack(venue, force);
    } finally {
      await displays.stop();
      await venue.close();
    }
  },
};

async function attack(venue: Venue, force: Force) {
  const reached: string[] = [];
  let tried = 0;
  const pair = (view: DisplayView, name: string): Promise<Way> =>
    until('a code', async () => {
      const answer = await venue.call('displays.pair', { view, name });
      return answer.ok ? answer.value : null;
    });
  const arrive = async (kind: string) => {
    const { order_id: id } = await venue.place(kind, { consumer_name: 'Canary Consumer', consumer_comment: 'Canary comment' });
    await until('its card', () => venue.state().orders[id]);
    return id;
  };
  const cook = async (kind: string) => {
    const id = await arrive(kind);
    await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
    await until('being prepared', () => venue.card(id).column === 'preparing' && venue.card(id).pending === null);
    return id;
  };
  const shown = await cook('group');
  const hidden = await arrive('instant');
  const ended = await arrive('takeaway');
  await venue.control('POST', `/orders/${ended}/cancel`);
  await until('its end', () => venue.card(ended).column === 'ended');
  const kitchen = await comeIn((await pair('kitchen', 'Thief')).url);
  const customer = await comeIn((await pair('customer', 'Window')).url);
  // All pushes reach the main screen; displays get only what they draw.
  const reported: { push: string; bytes: number }[] = [];
  const watching = venue.app().watch((push) => reported.push({ push: push.push, bytes: Buffer.byteLength(JSON.stringify(push)) }));
  const other = await comeIn((await pair('kitchen', 'Honest')).url);
  const all = [kitchen, customer];
  // Each tablet has its own limit, so several thieves can try more.
  const crew: Record<DisplayView, Page[]> = { kitchen: [kitchen], customer: [customer] };
  for (const view of ['kitchen', 'customer'] as const)
    for (let at = 0; at < 4; at += 1) crew[view].push(await comeIn((await pair(view, `Crew ${view} ${at}`)).url));

  // Repeated requests are answered only to the caller, and not endlessly.
  await until('what each is shown', () => [...all, other].every(({ heard }) => heard.length > 0));
  const whole = Buffer.byteLength(kitchen.heard[0] ?? '');
  const before = { other: other.bytes(), kitchen: kitchen.bytes() };
  let flood = 0;
  const floodMs = Math.max(SECONDS * 1_000 * Math.min(1, force.tries(100) / 10), 1_500);
  for (const end = Date.now() + floodMs; Date.now() < end; ) {
    const asked = Array.from({ length: 50 }, () => kitchen.call('state.snapshot', {}));
    flood += asked.length;
    await Promise.race([Promise.all(asked), pause(200)]);
  }
  watching.leave();
  tried += flood;
  // A refusal is one sentence; a snapshot is sent at most every second.
  const allowed = whole * (floodMs / 1_000 + 3) + flood * 400;
  const [toItself, toAnother] = [kitchen.bytes() - before.kitchen, other.bytes() - before.other];
  if (toItself > allowed) reached.push(`a tablet was sent ${toItself} bytes in ${floodMs} ms`);
  const news = reported.slice(1);
  if (toAnother > news.reduce((sum, { bytes }) => sum + bytes, 0)) reached.push(`its flood sent another tablet ${toAnother} bytes`);
  if (news.some(({ push }) => push === 'snapshot')) reached.push('its flood sent the counter everything again');
  const floodFigures = `flood of ${flood} snapshots in ${(floodMs / 1_000).toFixed(1)} s: ${toItself} bytes to itself, ${toAnother} to another tablet`;
  await pause(1_500);

  const asBefore = JSON.stringify([venue.card(hidden), venue.card(shown).column]);
  const settings = await venue.call('settings.get', {});
  for (const view of ['kitchen', 'customer'] as const) {
    const names = [
      ...Object.keys(calls).filter((name) => view === 'customer' || name !== OF_A_KITCHEN),
      ...['__proto__', 'constructor', 'hasOwnProperty', 'displays.address', ''],
    ];
    const tries = names.flatMap((name) =>
      (view === 'kitchen' && WORK_OF_A_KITCHEN.includes(name) ? [hidden] : [shown, hidden]).map((orderId) => ({ name, orderId })),
    );
    tried += tries.length;
    const answers = tries.map(async ({ name, orderId }, at) => {
      const page = crew[view][at % crew[view].length] as Page;
      const answer = await patiently(page, name, inputFor(name, orderId, venue));
      if (answer?.ok && name !== 'state.snapshot') reached.push(`the ${view} display may ${name}`);
      if (answer && !answer.ok && !REFUSALS.includes(answer.problem.code))
        reached.push(`${name} answers "${answer.problem.code}" to the ${view} display`);
    });
    await Promise.all(answers);
  }
  for (const [name, input] of [
    ['order.ready', { orderId: shown, batches: [{ row: 1, batches: [{ id: 'A', quantity: 1 }] }] }],
    ['order.delivered', { orderId: shown }],
    ['order.undo', { orderId: shown }],
    ['order.check', { orderId: shown, participant: 1_000, checked: true }],
    ['order.check', { orderId: shown, participant: -1, checked: true }],
    ['order.check', { orderId: '__proto__', participant: 0, checked: true }],
  ] as const) {
    tried += 1;
    if ((await patiently(kitchen, name, input))?.ok) reached.push(`the kitchen may ${name} ${JSON.stringify(input)}`);
  }
  if (JSON.stringify([venue.card(hidden), venue.card(shown).column]) !== asBefore) reached.push('a refused call changed an order');
  if (JSON.stringify(await venue.call('settings.get', {})) !== JSON.stringify(settings))
    reached.push('a refused call changed the settings');
  // A tablet must not find out whether an order exists, waiting or ended.
  for (const name of WORK_OF_A_KITCHEN) {
    const nothing = JSON.stringify(await patiently(kitchen, name, inputFor(name, NOBODYS, venue)));
    for (const orderId of [hidden, ended]) {
      tried += 1;
      const answer = JSON.stringify(await patiently(kitchen, name, inputFor(name, orderId, venue)));
      if (answer !== nothing) reached.push(`${name} tells of an order that is not shown: ${answer}, of none: ${nothing}`);
    }
  }
  if (!(await patiently(kitchen, 'order.check', { orderId: shown, participant: 0, checked: true }))?.ok)
    reached.push('a tablet cannot do its own work any more');

  // Data of the main screen that a display must not receive, as it doesn't draw it.
  const secrets = leavesOf(venue.state()).filter(([path, text]) => !isDrawn(path, shown) && text.length > 3);
  const drawn = new Set(leavesOf(venue.state()).flatMap(([path, text]) => (isDrawn(path, shown) ? [text] : [])));
  // Field names aren't texts.
  const fields = new Set(Object.keys(venue.card(shown)));
  for (const page of all) {
    const received = page.heard.join('\n').replaceAll(/"(\w+)":/g, (key, name) => (fields.has(name) ? '' : key));
    tried += secrets.length;
    for (const [path, text] of secrets)
      if (!drawn.has(text) && received.includes(JSON.stringify(text))) reached.push(`it was told ${path}: ${text}`);
  }
  for (const word of ['Canary', shown, 'kitchen-ticket'])
    if (customer.heard.join('').includes(word)) reached.push(`the customers' screen was told ${word}`);

  const sale = await trySelling({ venue, kitchen, customer, shown, others: [hidden, ended], ask: patiently });
  tried += sale.tried;
  reached.push(...sale.reached);

  // Tries to get in with another tablet's key.
  const { origin, host } = new URL((await pair('kitchen', 'Unused')).url);
  const mine = kitchen.keys[0];
  const others = other.keys[0];
  const session = others?.id ?? '';
  for (let at = 0; at < force.tries(200); at += 1) {
    tried += 1;
    const { challenge } = (await (await fetch(`${origin}/challenge`)).json()) as { challenge: string };
    const nonce = force.chance.pick(['', 'a', challenge, '0'.repeat(32)]);
    const asked = { id: session, host, challenge, nonce };
    const secret = force.chance.pick([mine?.secret ?? '', '', session, nextSecret(mine?.secret ?? '', asked), String(force.chance.next())]);
    const proof = force.chance.pick([proofOfPage(secret, asked), '', '0'.repeat(64), session]);
    const authorization = force.chance
      .pick([
        [SCHEME, session, challenge, nonce, proof],
        [SCHEME, session, challenge, nonce, proof, proof, proof],
        [SCHEME, session],
        ['Bearer', secret],
      ])
      .join(' ');
    if ((await fetch(`${origin}/authenticate`, { headers: { authorization } })).ok) reached.push("it came in with another tablet's id");
  }
  if (await byKeys(origin, [{ id: session, secret: mine?.secret ?? '' }]))
    reached.push('its own secret opens the session of another tablet');

  // A tablet that reads nothing is cut off without delaying others.
  const deaf = await comeIn((await pair('kitchen', 'Deaf')).url, undefined, false);
  deaf.socket.pause();
  const memory = process.memoryUsage().rss;
  for (let at = 0; at < force.tries(2_000); at += 1) void deaf.call('order.check', { orderId: hidden, participant: at, checked: true });
  tried += force.tries(2_000);
  await venue.call('order.check', { orderId: shown, participant: 1, checked: true });
  await until('the others to hear of it', () => other.heard.some((frame) => frame.includes('"checked":[0,1]')));
  const grown = process.memoryUsage().rss - memory;
  if (grown > 200 * 1024 * 1024) reached.push(`a tablet that reads nothing took ${grown} bytes`);
  deaf.leave();

  const listed = await venue.call('displays.list', {});
  const thief = listed.ok ? listed.value.tablets.find(({ name }) => name === 'Thief') : undefined;
  const spare = await askIn(origin, kitchen.keys);
  const went = Date.now();
  await venue.call('displays.sendAway', { id: thief?.id ?? '' });
  await until('the end of its link', () => !kitchen.isOpen()).catch(() => reached.push('a tablet that was sent away is still linked'));
  if (Date.now() - went > SENT_AWAY_WITHIN_MS) reached.push(`it took ${Date.now() - went} ms to send a tablet away`);
  if (await byKeys(origin, kitchen.keys)) reached.push('a tablet that was sent away came back');
  if (spare.outcome === 'in') {
    if (await byKeys(origin, spare.keys)) reached.push('a tablet that was sent away came back by its next key');
    if (await links(host, [PROTOCOL, spare.ticket])) reached.push('a ticket outlived the tablet that was sent away');
  }
  tried += 4;
  if (!other.isOpen() || !customer.isOpen()) reached.push('sending one tablet away sent another one away');
  for (const page of [customer, other]) page.leave();
  return { tried, reached, figures: floodFigures };
}

/** Retries throttled calls, as a limit is no answer. */
async function patiently(page: Page, name: string, input: unknown) {
  for (;;) {
    const answer = await page.call(name, input);
    if (!answer || answer.ok || answer.problem.code !== 'too-much') return answer;
    await pause(250);
  }
}
