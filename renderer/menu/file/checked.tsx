/** A menu file's errors by row and cell, or its changes to the menu. */
import type { ReactNode } from 'react';
import type { MenuDifferenceView, MenuFileView } from '../../../contract/contract.ts';
import { amountText } from '../../parts/amounts.ts';
import { Icon } from '../../parts/icons.tsx';
import { say, t } from '../../words.ts';

/** Entries shown of each kind; the rest is only counted. */
const MOST_SHOWN = 50;

export function Checked({ fileName, checked }: { fileName: string; checked: MenuFileView }) {
  const mistakes = checked.mistakes.filter(({ isWarning }) => !isWarning);
  const warnings = checked.mistakes.filter(({ isWarning }) => isWarning);
  return (
    <>
      {checked.isGood ? (
        <p className="menu-file-good" role="status">
          <Icon name="check" />
          {t('menuFile.good', { name: fileName, count: checked.items })}
        </p>
      ) : (
        <div className="problem" role="alert">
          <Icon name="warning" />
          <div>
            <strong>
              <bdi>{fileName}</bdi>: {t('menuFile.mistakes', { count: mistakes.length })}
            </strong>
            <p>{t('menuFile.correct')}</p>
          </div>
        </div>
      )}
      {mistakes.length > 0 && <Mistakes name={t('menuFile.mistakes', { count: mistakes.length })} mistakes={mistakes} />}
      {warnings.length > 0 && (
        <details className="form-more">
          <summary>{t('menuFile.warnings', { count: warnings.length })}</summary>
          <Mistakes name={t('menuFile.warnings', { count: warnings.length })} mistakes={warnings} />
        </details>
      )}
      {checked.isGood && (checked.difference ? <Difference of={checked.difference} money={checked} /> : <p>{t('menuFile.noCopy')}</p>)}
    </>
  );
}

function Mistakes({ name, mistakes }: { name: string; mistakes: MenuFileView['mistakes'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard
    <section className="menu-file-table" tabIndex={0} aria-label={name}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('menuFile.row')}</th>
            <th scope="col">{t('menuFile.place')}</th>
            <th scope="col">{t('menuFile.what')}</th>
          </tr>
        </thead>
        <tbody>
          {mistakes.map(({ line, place, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
            <tr key={at}>
              <td>{line ?? ''}</td>
              <td>
                <bdi>{place}</bdi>
              </td>
              <td>{say(text)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function Difference({ of, money }: { of: MenuDifferenceView; money: Pick<MenuFileView, 'currency' | 'minorDigits'> }) {
  const text = (amount: number) => amountText({ amount, currency: money.currency }, money.minorDigits);
  const { added, gone, repriced, renamed, shown, hidden, currencies } = of;
  const names = { added, gone, shown, hidden };
  const isSame = currencies === null && [added, gone, repriced, renamed, shown, hidden].every(({ length }) => length === 0);
  if (isSame) return <p>{t('menuFile.same')}</p>;
  return (
    <div className="difference">
      {currencies && <p className="difference-hundred">{t('menuFile.currency', { from: currencies.from, to: currencies.to })}</p>}
      {repriced.length > 0 && (
        <Group title={t('menuFile.repriced', { count: repriced.length })} isOpen>
          {repriced.slice(0, MOST_SHOWN).map(({ name, from, to, isHundredfold }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and the list never changes
            <li key={at} className={isHundredfold ? 'difference-hundred' : undefined}>
              {isHundredfold && <Icon name="warning" />}
              <bdi>{name}</bdi>: <s>{text(from)}</s> <b>{text(to)}</b>
            </li>
          ))}
          <More count={repriced.length - MOST_SHOWN} />
        </Group>
      )}
      {(['gone', 'added', 'hidden', 'shown'] as const).map(
        (kind) =>
          names[kind].length > 0 && (
            <Group key={kind} title={t(`menuFile.${kind}`, { count: names[kind].length })} isOpen={kind === 'gone'}>
              {names[kind].slice(0, MOST_SHOWN).map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and the list never changes
                <li key={at}>
                  <bdi>{name}</bdi>
                </li>
              ))}
              <More count={names[kind].length - MOST_SHOWN} />
            </Group>
          ),
      )}
      {renamed.length > 0 && (
        <Group title={t('menuFile.renamed', { count: renamed.length })}>
          {renamed.slice(0, MOST_SHOWN).map(({ from, to }) => (
            <li key={`${from} ${to}`}>
              <s>
                <bdi>{from}</bdi>
              </s>{' '}
              <bdi>{to}</bdi>
            </li>
          ))}
          <More count={renamed.length - MOST_SHOWN} />
        </Group>
      )}
    </div>
  );
}

function Group({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="form-more" open={isOpen}>
      <summary>{title}</summary>
      <ul>{children}</ul>
    </details>
  );
}

function More({ count }: { count: number }) {
  return count > 0 ? <li>{t('menuFile.more', { count })}</li> : null;
}
