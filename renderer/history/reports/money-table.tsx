/** What was paid, part by part, a table a currency. */
import type { Report } from '../../../contract/contract.ts';
import { say, words } from '../../words.ts';

const said = words.reports;

export function MoneyTable({ report: { money, unclearMoney, refunds } }: { report: Report }) {
  if (money.length === 0 && unclearMoney === 0) return null;
  return (
    <section className="panel" aria-label={said.money}>
      <header className="panel-head">
        <h2>{said.money}</h2>
      </header>
      {money.map((sums) => (
        <table key={sums.currency} className="money" aria-label={`${said.money} ${sums.currency}`}>
          <tbody>
            {(
              [
                [said.items, sums.items],
                [said.discounts, sums.discounts],
                [said.fees, sums.fees],
                [said.tips, sums.tips],
                [said.refunds(refunds.count), sums.refunds],
              ] as const
            ).map(([name, sum]) => (
              <Row key={name} name={name} text={say(sum)} />
            ))}
          </tbody>
          <tfoot>
            <Row name={said.total} text={say(sums.total)} />
            <Row name={said.cash} text={say(sums.cash)} isPart />
            <Row name={said.deposits} text={say(sums.deposits)} isPart />
          </tfoot>
        </table>
      ))}
      {money.map(({ currency, unclearDeposits }) =>
        unclearDeposits > 0 ? (
          <p key={currency} className="panel-note">
            {said.deposits}: {said.unclearDeposits(unclearDeposits)}
          </p>
        ) : null,
      )}
      {unclearMoney > 0 && <p className="panel-note">{said.unclearMoney(unclearMoney)}</p>}
    </section>
  );
}

function Row({ name, text, isPart }: { name: string; text: string; isPart?: boolean }) {
  return (
    <tr data-part={isPart || undefined}>
      <th scope="row">{name}</th>
      <td>
        <span>{text}</span>
      </td>
    </tr>
  );
}
