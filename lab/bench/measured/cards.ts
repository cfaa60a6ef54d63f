/** Time from a notification leaving the service to the painted frame with its card. */
import { until } from '../../../test/e2e/venue/venue.ts';
import { portOf, startProgram } from '../beside/program.ts';
import { openCounter } from '../load/counter.ts';
import { ROUNDS } from '../table/rounds.ts';
import { type Row, timesBeside } from '../table/row.ts';
import { median } from '../table/statistics.ts';

const STORED = 10_000;
/** These orders arrive within ten seconds and stay open until their round's end. */
const ORDERS = 30;
const EVERY_MS = 333;

export async function measureCards(): Promise<Row[]> {
  const counter = await openCounter({ stored: STORED });
  const echo = await startProgram('lab/bench/beside/echo.ts');
  const { page, app } = counter;
  const { venue } = app;
  try {
    await page.evaluate(watchPaints(portOf(echo)));
    await until('the bare socket', () => page.evaluate('window.bare.readyState === 1'));
    const here: number[][] = [];
    const bare: number[][] = [];
    // Round -1 warms up both sides.
    for (let round = -1; round < ROUNDS; round += 1) {
      const orders: string[] = [];
      const sent: Record<string, number> = {};
      for (let at = 0; at < ORDERS; at += 1) {
        const next = Date.now() + EVERY_MS;
        orders.push(await app.place('takeaway'));
        await page.waitForTimeout(EVERY_MS / 2);
        const name = `bare-${round}-${at}`;
        sent[name] = Date.now();
        await fetch(`http://127.0.0.1:${portOf(echo)}/`, { method: 'POST', body: name });
        await page.waitForTimeout(Math.max(0, next - Date.now()));
      }
      const painted = await until('all cards', async () => {
        const all = (await page.evaluate('window.painted')) as Record<string, number>;
        return [...orders, ...Object.keys(sent)].every((name) => all[name]) && all;
      });
      for (const entry of await venue.log())
        if (entry.kind === 'notification' && entry.status === 'CREATED' && orders.includes(entry.order_id ?? ''))
          sent[entry.order_id ?? ''] = Date.parse(entry.sent_at);
      const took = (name: string): number => (painted[name] as number) - (sent[name] as number);
      if (round >= 0) {
        here.push(orders.map(took));
        bare.push(
          Object.keys(sent)
            .filter((name) => name.startsWith('bare'))
            .map(took),
        );
      }
      for (const id of orders) await venue.control('POST', `/orders/${id}/cancel`, { by: 'consumer' });
      await page.locator('article').first().waitFor({ state: 'detached' });
    }
    const row = timesBeside(here, 'bare WebSocket to a painted element', bare);
    return [
      row('card-median', `notification to painted card, ${ORDERS} in 10 s, ${STORED.toLocaleString('en')} stored, median`, median, 15),
      row('card-slowest', `the same, slowest of ${ORDERS}`, (values) => Math.max(...values), 50),
    ];
  } finally {
    await echo.end();
    await counter.close();
  }
}

/** Records when a new card, or the baseline's element, was painted. */
function watchPaints(port: number): string {
  return `(() => {
    window.painted = {};
    const note = (name) => requestAnimationFrame(() => setTimeout(() => { window.painted[name] = Date.now(); }));
    const seen = new Set([...document.querySelectorAll('article')].map(({ id }) => id));
    new MutationObserver(() => {
      for (const { id } of document.querySelectorAll('article')) {
        if (!id || seen.has(id)) continue;
        seen.add(id);
        note(id.replace('order-', ''));
      }
    }).observe(document.body, { childList: true, subtree: true });
    const corner = document.body.appendChild(document.createElement('div'));
    corner.style.cssText = 'position: fixed; right: 0; bottom: 0; width: 200px; height: 20px; overflow: hidden; pointer-events: none';
    window.bare = new WebSocket('ws://127.0.0.1:${port}');
    window.bare.onmessage = ({ data }) => {
      const made = document.createElement('div');
      made.textContent = data;
      corner.replaceChildren(made);
      note(data);
    };
  })()`;
}
