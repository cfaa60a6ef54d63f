/** Staff names with PIN or badge: what each may do, how it is recorded, and that all of it is absent while the setting is off. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer, CallInput, CallName, CallOutput, SignedIn, Snapshot } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { startApp, type Watching } from '../../../main/app/app.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { applyPush } from '../../../renderer/state/apply-push.ts';
import { until } from '../venue/venue.ts';
import { venue, withVenue } from '../venue/with-venue.ts';

withVenue();

interface Page {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<CallOutput<N>>>;
  person(): SignedIn | null;
  watching: Watching;
}

function openPage(): Page {
  let person: SignedIn | null = null;
  const watching = venue.app().watch(
    () => undefined,
    (push) => {
      person = push.person;
    },
  );
  return {
    watching,
    person: () => person,
    call: async (name, input) => (await venue.app().call(name, input, watching)) as never,
  };
}

const ANA = { id: 'ana', name: 'Ana', role: 'staff' } as const;
const BEN = { id: 'ben', name: 'Ben', role: 'shift-lead', pin: '2468' } as const;
const CARO = { id: 'caro', name: 'Caro', role: 'manager', badge: 'badge-0815-caro' } as const;

async function nameStaff(also: Partial<CallInput<'settings.saveStaff'>['staff']> = {}): Promise<Page> {
  const page = openPage();
  for (const person of [ANA, BEN, CARO]) expect(await page.call('staff.save', person)).toMatchObject({ ok: true });
  expect(await page.call('settings.saveStaff', { staff: { on: true, ...also } })).toMatchObject({ ok: true });
  return page;
}

async function newOrder(kind = 'takeaway'): Promise<string> {
  const { order_id: orderId } = await venue.place(kind);
  await until('its card', () => venue.state().orders[orderId]?.actions.length);
  return orderId;
}

const whoMay = (names: string) => message('staff.whoMay', { names });
const refused = (code: string) => ({ ok: false, problem: { code } });

test('while staff names are off, the default, no sign-in is asked and no name is recorded', async () => {
  const page = openPage();
  for (const person of [ANA, BEN, CARO]) await page.call('staff.save', person);
  expect(venue.state().app.app?.staff).toBeNull();
  expect(venue.state().app.app?.access).toMatchObject({ protected: false, manager: true });
  expect(await page.call('staff.signIn', { id: 'ana', pin: null })).toMatchObject(refused('not-on-list'));
  const orderId = await newOrder();
  expect(await page.call('order.accept', { orderId, extraMinutes: 0 })).toMatchObject({ ok: true });
  const story = await page.call('history.order', { orderId });
  if (!story.ok) throw new Error('no story');
  expect(story.value.timeline.some(({ by }) => by !== undefined)).toBe(false);
  expect(await page.call('staff.changes', {})).toMatchObject({ ok: true, value: { changes: [] } });
});

test('a command needs a sign-in, and is recorded by name in the activity, the order table and on the printout', async () => {
  const page = await nameStaff({ on_papers: true });
  const orderId = await newOrder();
  expect(await page.call('order.accept', { orderId, extraMinutes: 0 })).toMatchObject(refused('nobody-signed-in'));
  expect(venue.card(orderId).pending).toBeNull();
  expect(await page.call('staff.signIn', { id: 'ana', pin: null })).toMatchObject({ ok: true });
  expect(page.person()).toEqual({ id: 'ana', name: 'Ana', role: 'staff' });
  expect(await page.call('order.accept', { orderId, extraMinutes: 0 })).toMatchObject({ ok: true });
  await until('the ticket', () => venue.card(orderId).ticket.state === 'confirmed');
  const other = openPage();
  expect(await other.call('order.ready', { orderId })).toMatchObject(refused('nobody-signed-in'));
  expect(await other.call('staff.signIn', { id: 'ben', pin: '2468' })).toMatchObject({ ok: true });
  await until('the order in the kitchen', () => venue.card(orderId).actions.some(({ name }) => name === 'ready'));
  expect(await other.call('order.ready', { orderId })).toMatchObject({ ok: true });
  await until('the order to be ready', () => venue.card(orderId).column === 'ready');
  const story = await page.call('history.order', { orderId });
  expect(story.ok && story.value.timeline.filter(({ by }) => by !== undefined).map(({ text, by }) => [text, by])).toEqual([
    [message('timeline.staffAccepted'), 'Ana'],
    [message('timeline.staffMarkedReady'), 'Ben'],
  ]);
  expect(await page.call('print.again', { orderId, document: 'kitchen-ticket', part: null, printerId: null })).toMatchObject({ ok: true });
  const again = await page.call('history.order', { orderId });
  expect(again.ok && again.value.timeline).toContainEqual(expect.objectContaining({ text: message('timeline.staffReprinted'), by: 'Ana' }));
  await until('the paper', () => venue.printer.papers().some((paper) => paper.text.includes('Accepted by Ana')));
  const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const caro = openPage();
  expect(await caro.call('staff.scan', { code: CARO.badge })).toMatchObject({ ok: true });
  const table = await caro.call('history.csv', { span: { firstDay: dayAt(-1), lastDay: dayAt(1) } });
  expect(table.ok && table.value.text).toMatch(/answered_by,ready_by\r?\n.*,Ana,Ben\r?\n/);
});

test("an order's activity shows who confirmed its STOP", async () => {
  const page = await nameStaff();
  const orderId = await newOrder();
  await page.call('staff.signIn', { id: 'ana', pin: null });
  await page.call('order.accept', { orderId, extraMinutes: 0 });
  await until('the cooking', () => venue.card(orderId).column === 'preparing');
  await venue.control('POST', `/orders/${orderId}/cancel`);
  await until('the STOP', () => venue.card(orderId).cancelled === 'unseen');
  expect(await page.call('order.touch', { orderId, cancelled: true })).toMatchObject({ ok: true });
  const story = await page.call('history.order', { orderId });
  expect(story.ok && story.value.timeline.at(-1)).toMatchObject({
    text: message('timeline.staffStopped'),
    by: 'Ana',
  });
});

test('each role may make only its own calls, and a refusal names the required role', async () => {
  const page = await nameStaff();
  const orderId = await newOrder('preorder');
  await page.call('staff.signIn', { id: 'ana', pin: null });
  expect(await page.call('order.confirm', { orderId })).toMatchObject({ ok: true });
  await until('it to be confirmed', () => venue.card(orderId).column === 'scheduled');
  const cancel = { orderId, reason: 'The oven broke', code: 'GENERIC' } as const;
  const refund = {
    orderId,
    requestId: 'a-refund-of-mine',
    operation: { operation: 'refund-basket', amount: 50, reason: 'x', vat: 0 },
  } as const;
  const today = new Date().toISOString().slice(0, 10);
  const day = { span: { firstDay: today, lastDay: today }, against: null };
  for (const answer of [
    await page.call('order.reject', cancel),
    await page.call('order.review', refund),
    await page.call('order.operate', refund),
    await page.call('history.report', day),
  ])
    expect(answer).toMatchObject({
      ok: false,
      problem: { code: 'role', text: message('staff.shiftLeadOnly'), hint: whoMay('Ben, Caro') },
    });
  expect(await page.call('settings.savePos', { pos: { kind: 'ticket-only' } })).toMatchObject({
    ok: false,
    problem: { code: 'role', hint: whoMay('Caro') },
  });
  expect(await page.call('staff.signIn', { id: 'ben', pin: '2468' })).toMatchObject({ ok: true });
  expect(await page.call('history.report', day)).toMatchObject({ ok: true });
  expect((await page.call('order.operate', refund)) as unknown).not.toMatchObject(refused('role'));
  expect(await page.call('order.reject', cancel)).toMatchObject({ ok: true });
  expect(await page.call('history.csv', { span: day.span })).toMatchObject(refused('role'));
  expect(await page.call('settings.savePos', { pos: { kind: 'ticket-only' } })).toMatchObject(refused('role'));
  await page.call('staff.scan', { code: CARO.badge });
  expect(await page.call('settings.savePos', { pos: { kind: 'ticket-only' } })).toMatchObject({ ok: true });
  expect(await page.call('settings.saveWork', { work: { rush: null } })).toMatchObject({ ok: true });
  // Anyone may change the screens' appearance; it isn't recorded without a name.
  expect(await openPage().call('settings.saveScreen', { screen: { theme: 'dark' } })).toMatchObject({ ok: true });
  const changes = await page.call('staff.changes', {});
  expect(changes.ok && changes.value.changes.slice(0, 2).map(({ who, what }) => [who, what])).toEqual([
    ['Caro', 'rush'],
    ['Caro', 'settings.savePos'],
  ]);
});

test('if two people give the same refund at once, one succeeds and the other sees who gave it', async () => {
  const ben = await nameStaff();
  const caro = openPage();
  await ben.call('staff.signIn', { id: 'ben', pin: BEN.pin });
  await caro.call('staff.scan', { code: CARO.badge });
  const orderId = await newOrder('takeaway');
  for (const [name, reached] of [
    ['order.accept', 'preparing'],
    ['order.ready', 'ready'],
    ['order.delivered', 'ended'],
  ] as const) {
    expect(await ben.call(name, { orderId, extraMinutes: 0 } as never)).toMatchObject({ ok: true });
    await until(reached, () => venue.card(orderId).column === reached);
  }
  const refund = (page: Page, requestId: string, amount: number, reason: string) =>
    page.call('order.operate', { orderId, requestId, operation: { operation: 'refund-basket', amount, reason, vat: 0 } });
  const [first, second] = await Promise.all([
    refund(ben, 'the-one-of-ben', 100, 'Cold'),
    refund(caro, 'the-one-of-caro', 100, 'It was cold'),
  ]);
  expect(first).toMatchObject({ ok: true });
  const alreadyGiven = { ok: false, problem: { code: 'already-given', text: message('refund.alreadyGiven', { by: 'Ben' }) } };
  expect(second).toMatchObject(alreadyGiven);
  // Ben's double tap isn't a second refund; another amount is another refund.
  expect(await refund(ben, 'the-one-of-ben', 100, 'Cold')).toMatchObject({ ok: true });
  expect(await refund(caro, 'another-of-caro', 50, 'Late')).toMatchObject({ ok: true });
  const sent = () => venue.asked(orderId, 'refund-basket');
  await until('both', async () => (await sent()) === 2);
  await until('their ends', () => venue.card(orderId).pending === null);
  const again = await caro.call('order.review', {
    orderId,
    requestId: 'the-second-of-caro',
    operation: { operation: 'refund-basket', amount: 100, reason: 'Cold', vat: 0 },
  });
  expect(again).toMatchObject(alreadyGiven);
  await venue.later(61_000);
  expect(await refund(caro, 'the-second-of-caro', 100, 'Cold')).toMatchObject({ ok: true });
  await until('the second', async () => (await sent()) === 3);
});

test('idle staff are signed out; a restart signs everyone out and loses no command', async () => {
  const page = await nameStaff({ sign_out_minutes: 5 });
  await page.call('staff.signIn', { id: 'ana', pin: null });
  await venue.later(4 * 60_000);
  await page.call('staff.here', {});
  await venue.later(4 * 60_000);
  expect(page.person()).toMatchObject({ name: 'Ana' });
  await venue.later(61_000);
  expect(page.person()).toBeNull();
  await page.call('staff.signIn', { id: 'ana', pin: null });
  await page.call('staff.signOut', {});
  expect(page.person()).toBeNull();
  // This accept is saved before the service has it, and sent after the restart under the same name.
  await page.call('staff.signIn', { id: 'ana', pin: null });
  const orderId = await newOrder();
  await venue.control('POST', '/faults', { match: 'PUT /orders/*/accept', status: 503 });
  expect(await page.call('order.accept', { orderId, extraMinutes: 0 })).toMatchObject({ ok: true });
  await venue.stopApp();
  await venue.startApp();
  const after = openPage();
  expect(await after.call('order.ready', { orderId })).toMatchObject(refused('nobody-signed-in'));
  await venue.untilLater('the accept to reach the service', () => venue.card(orderId).column === 'preparing');
  const story = await after.call('history.order', { orderId });
  expect(story.ok && story.value.timeline).toContainEqual(expect.objectContaining({ text: message('timeline.staffAccepted'), by: 'Ana' }));
});

test('PIN tries of one person run one at a time; after a few wrong ones only that person waits, also after a restart', async () => {
  const page = await nameStaff();
  const guesses = Array.from({ length: 40 }, (_, place) => String(3_000 + place));
  const answers = await Promise.all(
    [...guesses, '2468'].map((pin, place) => (place % 2 === 0 ? page : openPage()).call('staff.signIn', { id: 'ben', pin })),
  );
  const looked = answers.filter((answer) => !answer.ok && answer.problem.code === 'wrong-pin');
  expect(looked.length).toBeLessThanOrEqual(4);
  expect(answers.some(({ ok }) => ok)).toBe(false);
  await until('the wait', async () => {
    const answer = await page.call('staff.signIn', { id: 'ben', pin: '0000' });
    return !answer.ok && answer.problem.code === 'wait';
  });
  expect(await page.call('staff.signIn', { id: 'ben', pin: '2468' })).toMatchObject(refused('wait'));
  expect(await page.call('staff.signIn', { id: 'ana', pin: null })).toMatchObject({ ok: true });
  expect(await page.call('staff.scan', { code: CARO.badge })).toMatchObject({ ok: true });
  await venue.stopApp();
  await venue.startApp();
  expect(await openPage().call('staff.signIn', { id: 'ben', pin: '2468' })).toMatchObject(refused('wait'));
  await venue.stopApp();
  const db = new Database(join(venue.dataDir, 'tillbridge.sqlite'));
  db.exec('UPDATE staff_tries SET rest_ms = 0');
  db.close();
  await venue.startApp();
  expect(await openPage().call('staff.signIn', { id: 'ben', pin: '2468' })).toMatchObject({ ok: true });
});

test("scanning product codes doesn't delay a later badge, and a product code can't be a badge", async () => {
  const page = await nameStaff();
  const products = ['4006381333931', '96385074', '036000291452', '10614141000415', '5901234123457', '4012345678901'];
  for (const code of products) expect(await page.call('staff.scan', { code })).toMatchObject(refused('unknown-badge'));
  expect(await page.call('staff.scan', { code: CARO.badge })).toMatchObject({ ok: true });
  const product = await page.call('staff.save', { id: 'ana', name: 'Ana', role: 'staff', badge: products[0] ?? '' });
  expect(product).toMatchObject({ ok: false, problem: { field: 'badge', text: message('badge.productCode') } });
});

const PASS = { kind: 'display', name: 'Pass' } as const;

test("a name sent by a page with a command is ignored; a display's commands are recorded under the display's name", async () => {
  const page = await nameStaff();
  await page.call('staff.signIn', { id: 'ana', pin: null });
  const orderId = await newOrder();
  const claims = { orderId, extraMinutes: 0, by: 'Caro', name: 'Caro', id: 'caro', display: 'Kitchen', role: 'manager' };
  expect(await page.call('order.accept', claims)).toMatchObject({ ok: true });
  await until('the order in the kitchen', () => venue.card(orderId).actions.some(({ name }) => name === 'ready'));
  expect(await venue.app().call('order.ready', { orderId }, page.watching, PASS)).toMatchObject({ ok: true });
  const story = await page.call('history.order', { orderId });
  expect(story.ok && story.value.timeline.flatMap(({ by }) => by ?? [])).toEqual(['Ana', 'Pass']);
  // A page without sign-in and a display can neither sign in nor make other calls than their own.
  expect(await venue.app().call('staff.signIn', { id: 'ana', pin: null })).toMatchObject(refused('not-on-list'));
  expect(await venue.app().call('settings.get', {}, page.watching, PASS)).toMatchObject({ ok: false });
  expect(await venue.app().call('order.accept', { orderId, extraMinutes: 0 }, undefined, PASS)).toMatchObject({ ok: false });
  expect(await page.call('staff.signIn', { id: 'ben', pin: null })).toMatchObject(refused('pin-wanted'));
  expect(await page.call('staff.signIn', { id: 'caro', pin: null })).toMatchObject(refused('badge-wanted'));
  expect(await page.call('staff.signIn', { id: 'caro', pin: CARO.badge })).toMatchObject(refused('badge-wanted'));
  expect(page.person()).toMatchObject({ name: 'Ana' });
  page.watching.leave();
  expect(await page.call('order.undo', { orderId })).toMatchObject(refused('nobody-signed-in'));
});

test("settings stay reachable: staff names need a manager with PIN or badge, or the manager's PIN", async () => {
  const page = openPage();
  expect(await page.call('settings.saveStaff', { staff: { on: true } })).toMatchObject(refused('no-manager'));
  expect(await page.call('staff.save', { id: 'dan', name: 'Dan', role: 'manager' })).toMatchObject(refused('bad-input'));
  await nameStaff();
  expect(await page.call('settings.get', {})).toMatchObject(refused('nobody-signed-in'));
  expect(await page.call('access.enter', { pin: '4711' })).toMatchObject({ ok: false, problem: { text: message('access.noPin') } });
  await page.call('staff.scan', { code: CARO.badge });
  expect(await page.call('staff.remove', { id: 'caro' })).toMatchObject(refused('no-manager'));
  expect(await page.call('staff.save', { id: 'caro', name: 'Caro', role: 'staff' })).toMatchObject(refused('no-manager'));
  expect(await page.call('staff.save', { id: 'caro', name: 'Caro', role: 'manager', badge: null })).toMatchObject(refused('bad-input'));
  expect(await page.call('staff.save', { id: 'ana', name: 'Ana', role: 'staff', badge: CARO.badge })).toMatchObject(refused('bad-input'));
  expect(await page.call('access.setPin', { pin: '4711' })).toMatchObject({ ok: true });
  expect(await page.call('staff.remove', { id: 'caro' })).toMatchObject({ ok: true });
  expect(page.person()).toBeNull();
  expect(await page.call('staff.scan', { code: CARO.badge })).toMatchObject(refused('unknown-badge'));
  expect(await page.call('access.leave', {})).toMatchObject({ ok: true });
  expect(await page.call('settings.get', {})).toMatchObject(refused('nobody-signed-in'));
  expect(await page.call('access.enter', { pin: '4711' })).toMatchObject({ ok: true });
  expect(await page.call('settings.saveStaff', { staff: { on: false } })).toMatchObject({ ok: true });
  await until('no names on any screen', () => venue.state().app.app?.staff === null);
});

test("the manager's PIN can't be removed while none of the staff names is a manager", async () => {
  const page = await nameStaff();
  await page.call('staff.scan', { code: CARO.badge });
  expect(await page.call('access.setPin', { pin: '4711' })).toMatchObject({ ok: true });
  expect(await page.call('staff.save', { ...CARO, role: 'staff' })).toMatchObject({ ok: true });
  expect(await page.call('access.setPin', { pin: null })).toMatchObject(refused('no-manager'));
  expect(await page.call('access.enter', { pin: '4711' })).toMatchObject({ ok: true });
  expect(await page.call('staff.save', CARO)).toMatchObject({ ok: true });
  expect(await page.call('access.setPin', { pin: null })).toMatchObject({ ok: true });
});

test("staff PINs, badges and names aren't readable in files, the log, the support file or on a screen", async () => {
  const page = await nameStaff();
  await page.call('staff.signIn', { id: 'ben', pin: '97531' });
  await page.call('staff.scan', { code: 'badge-of-a-stranger' });
  await page.call('staff.scan', { code: CARO.badge });
  const reported = JSON.stringify([await page.call('settings.get', {}), venue.state()]);
  const bundle = await page.call('diagnostics.bundle', {});
  const support = bundle.ok ? bundle.value.text : '';
  await venue.stopApp();
  const files = readdirSync(venue.dataDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => [file.name, readFileSync(join(file.parentPath, file.name), 'latin1')] as const);
  for (const secret of [CARO.badge, 'badge-of-a-stranger', '97531'])
    for (const [name, text] of [['what is told', reported], ['the support file', support], ...files] as const)
      expect(text.includes(secret), `${secret} in ${name}`).toBe(false);
  // Four digits may occur anywhere by chance, so only the settings are checked for the four-digit PIN.
  const settings = files.find(([name]) => name === 'settings.json')?.[1] ?? '';
  expect(JSON.parse(settings).staff.people[1]).toEqual({ id: 'ben', name: 'Ben', role: 'shift-lead', pin: true, badge: false });
  expect(reported).not.toMatch(/[0-9a-f]{32}:[0-9a-f]{64}/);
  for (const name of ['Ana', 'Caro']) expect(support).not.toContain(name);
  await venue.startApp();
});

test('a PIN or badge missing from the vault is still asked for; the client secret lets a manager set a new one', async () => {
  await nameStaff();
  await venue.stopApp();
  await (await openVault({ dataDir: venue.dataDir, prefer: 'file' })).delete('counter/staff');
  await venue.startApp();
  const page = openPage();
  expect(venue.state().app.app?.staff?.map(({ asks }) => asks)).toEqual(['nothing', 'pin', 'badge']);
  expect(await page.call('staff.signIn', { id: 'ben', pin: null })).toMatchObject(refused('pin-wanted'));
  expect(await page.call('staff.signIn', { id: 'ben', pin: '2468' })).toMatchObject(refused('wrong-pin'));
  expect(await page.call('staff.scan', { code: CARO.badge })).toMatchObject(refused('unknown-badge'));
  expect(await page.call('access.enter', { pin: venue.sandbox.client_secret })).toMatchObject({ ok: true });
  expect(await page.call('staff.save', { ...BEN, pin: '1357' })).toMatchObject({ ok: true });
  expect(await page.call('staff.signIn', { id: 'ben', pin: '1357' })).toMatchObject({ ok: true });
});

test("the start command that removes the manager's PIN also turns staff names off", async () => {
  await nameStaff();
  await venue.stopApp();
  const app = await startApp({ dataDir: venue.dataDir, log: 'silent', vault: 'file', resetPin: true });
  onTestFinished(() => app.close());
  let held: Snapshot | null = null;
  app.watch((push) => {
    held = applyPush(held, push).held;
  });
  await until('no names', () => (held as Snapshot | null)?.state.app.app?.staff === null);
  expect(await app.call('settings.get', {})).toMatchObject({ ok: true });
});
