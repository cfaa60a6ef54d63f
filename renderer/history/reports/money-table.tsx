import type { Report } from '../../../contract/contract.ts';
import { say, t } from '../../words.ts';

export function MoneyTable({ report: { money, unclearMoney, refunds } }: { report: Report }) {
  if (money.length === 0 && unclearMoney === 0) return null;
  return (
    <section className="panel" aria-label={t('reports.money')}>
      <header className="panel-head">
        <h2>{t('reports.money')}</h2>
      </header>
      {money.map((sums) => (
        <table key={sums.currency} className="money" aria-label={`${t('reports.money')} ${sums.currency}`}>
          <tbody>
            {(
              [
                [t('reports.items'), sums.items],
                [t('reports.discounts'), sums.discounts],
                [t('reports.fees'), sums.fees],
                [t('reports.tips'), sums.tips],
                [t('reports.refunds', { count: refunds.count }), sums.refunds],
              ] as const
            ).map(([name, sum]) => (
              <Row key={name} name={name} text={say(sum)} />
            ))}
          </tbody>
          <tfoot>
            <Row name={t('reports.total')} text={say(sums.total)} />
            <Row name={t('reports.cash')} text={say(sums.cash)} isPart />
            <Row name={t('reports.deposits')} text={say(sums.deposits)} isPart />
          </tfoot>
        </table>
      ))}
      {money.map(({ currency, unclearDeposits }) =>
        unclearDeposits > 0 ? (
          <p key={currency} className="panel-note">
            {t('reports.deposits')}: {t('reports.unclearDeposits', { count: unclearDeposits })}
          </p>
        ) : null,
      )}
      {unclearMoney > 0 && <p className="panel-note">{t('reports.unclearMoney', { count: unclearMoney })}</p>}
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
