/** An order whose texts are formulas: the day's table, opened in a spreadsheet, must run none of them. */
import { cellsOf, isFormula } from '../../../unit/view/as-a-spreadsheet.ts';
import { openVenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { type Answer, bentService } from '../service/bent-service.ts';
import { openScreen } from '../watch/counter-screen.ts';

const ORDERS = 300;
const SEEN_MS = 20_000;
const FORMULAS = ['=1+1', '=cmd|"/c calc"!A1', '+1+1', '-1+1', '@SUM(1)', '＝1+1', '\u22121+cmd'];
const BEFORE = ['', ' ', ';', 'x;', 'x";', '\t', 'a\n', 'x,', '|', "x;'", 'a\r', '"', 'x;"', '\u200b', '\u00a0'];

type Order = Record<string, unknown>;

export const spreadsheet: Attack = {
  wants: 'a formula that somebody wrote into an order runs in the spreadsheet that opens the table of the day',
  async run({ chance, tries }) {
    const service = bentService();
    const app = await openVenueProcess({ robot: false, between: service.between });
    const reached: string[] = [];
    const text = () => chance.pick(BEFORE) + chance.pick(FORMULAS);
    const total = Math.max(10, tries(ORDERS));
    try {
      await app.switchOn();
      const screen = await openScreen(app.counterUrl());
      service.bend(({ method, path }, answer) => {
        if (method !== 'GET' || !/v2\/orders\//.test(path) || answer.status !== 200) return undefined;
        const order = JSON.parse(answer.body) as Order;
        const bent = {
          ...order,
          order_number: text(),
          consumer_name: text(),
          order_status: chance.pick(['received', text()]),
          delivery: { ...(order.delivery as Order), type: text() },
          price: { ...(order.price as Order), currency: text() },
        };
        return { ...answer, body: JSON.stringify(bent) } satisfies Answer;
      });
      const ids: string[] = [];
      for (let at = 0; at < total; at += 1) ids.push(await app.place('takeaway', { created_at: new Date().toISOString() }));
      for (const id of ids) await screen.until('the card', ({ orders }) => orders[id]?.unread === false, SEEN_MS).catch(() => undefined);
      const now = new Date();
      const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
      const table = await screen.call('history.csv', { span: { firstDay: day, lastDay: day }, of: 'orders' });
      if (!table.ok) throw new Error(table.problem.says);
      const lines = table.value.text.trim().split('\r\n').length - 1;
      if (lines < total) reached.push(`only ${lines} of ${total} orders are in the table`);
      for (const separator of [',', ';', '\t', '|'])
        for (const cell of cellsOf(table.value.text, separator).filter(isFormula))
          reached.push(`split at ${JSON.stringify(separator)}: ${cell}`);
      screen.close();
      return { tried: total, reached, figures: `${lines} lines` };
    } finally {
      await app.close();
      await service.close();
    }
  },
};
