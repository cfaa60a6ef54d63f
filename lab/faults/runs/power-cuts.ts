/** Power cuts: the app is killed under load at random times, and at every fsync of one order's life. */
import { chanceOf } from '../seeded.ts';
import { type AwkwardService, openVenueProcess } from '../venue-process.ts';
import { problemsOf } from './outcome.ts';

const KINDS = ['takeaway', 'instant', 'group', 'self-delivery'];

/** Kills the app 150 to 1,050 ms after each start, under load. */
export async function powerCuts(
  kills: number,
  seed: number,
  say: (line: string) => void = () => undefined,
  awkward: AwkwardService | null = null,
) {
  const chance = chanceOf(seed);
  await using app = await openVenueProcess({ sandbox: { notificationRetryMs: 700 }, awkward });
  let orders = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const on = app.switchOn();
    const ends = Date.now() + 150 + chance.below(900);
    while (Date.now() < ends) {
      await app.place(chance.pick(KINDS), { cash_payment: null });
      orders += 1;
      await new Promise((resolve) => setTimeout(resolve, 40 + chance.below(160)));
    }
    // Tokens expire now and then, so that a kill can hit a refresh.
    if (chance.below(6) === 0) await app.venue.control('POST', '/clock', { advance_seconds: 3_590 });
    await app.switchOff();
    await on;
    if (kill % 25 === 24) say(`${kill + 1} kills, ${orders} orders`);
  }
  await app.switchOn();
  const accounted = await app.account((awkward ? 120_000 : 30_000) + orders * 100);
  const { account } = accounted;
  return {
    orders,
    account,
    figures:
      `${kills} kills, ${orders} orders, lost ${account.lost}, done twice ${account.doubled}, ` +
      `${account.ticketsPrinted} tickets, connected again ${app.reconnections()} times, ${account.seconds} s`,
    problems: problemsOf(accounted),
  };
}

/** Kills the app at each fsync of an order's life, until none is left. `every` 3 takes the 1st, 4th, 7th ... */
export async function killAtEveryFsync({
  every = 1,
  most = 200,
  say = () => undefined,
}: {
  every?: number;
  most?: number;
  say?: (line: string) => void;
} = {}): Promise<{ fsyncs: number; problems: string[] }> {
  const problems: string[] = [];
  for (let at = 1; at <= most; at += every) {
    await using app = await openVenueProcess({ sandbox: { notificationRetryMs: 300 } });
    const kill = `inject=fsync,fdatasync:signal=SIGKILL:when=${at}`;
    const started = app.switchOn(['strace', ...'-f -qq -o /dev/null -e trace=fsync,fdatasync -e'.split(' '), kill]);
    await Promise.race([started, app.ended()]);
    await app.place('takeaway', { cash_payment: null });
    const survived = await Promise.race([app.ended().then(() => false), app.account(15_000).then(({ missing }) => missing.length === 0)]);
    if (survived) return { fsyncs: at - 1, problems };
    await app.switchOff();
    await app.switchOn();
    const { account, missing } = await app.account(15_000);
    if (account.lost > 0 || account.doubled > 0) problems.push(`fsync ${at}: ${missing.join('; ')} ${JSON.stringify(account)}`);
    if (at % 10 === 0) say(`killed at fsync ${at}`);
  }
  return { fsyncs: most, problems };
}
