import { useState } from 'react';
import type { MenuOptionView, MenuView } from '../../../contract/contract.ts';
import { amountText } from '../../parts/amounts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useServiceMinute } from '../../state/clock.ts';
import { useIsCounter, useIsManager } from '../../state/ui-state.ts';
import { locale, t } from '../../words.ts';
import type { Prepared, ThingRow } from '../list/prepared.ts';
import { isComingBack, isOut, isTroubled } from '../on-sale.ts';
import { EndsMenu, type EndsQuestion } from '../parts/ends-menu.tsx';
import { OutTag } from '../parts/out-tag.tsx';
import { PendingState } from '../parts/pending-state.tsx';
import { SaleButton } from '../parts/sale-button.tsx';
import { type Sale, useSale } from '../parts/use-sale.ts';
import { PriceForm } from '../prices/price-form.tsx';
import { Stock } from './stock.tsx';
import './item-sheet.css';

interface ItemSheetProps {
  row: ThingRow;
  menu: MenuView;
  prepared: Prepared;
  onClose: () => void;
}

export function ItemSheet({ row, menu, prepared, onClose }: ItemSheetProps) {
  const { of } = row;
  const isManager = useIsManager();
  const isCounter = useIsCounter();
  const sale = useSale(menu.venueId);
  const [asked, setAsked] = useState<EndsQuestion | null>(null);
  const stock = row.kind === 'item' ? row.of.stock : null;
  // Only in shops, a sold-out mark and counted stock exclude each other.
  const isCounted = menu.sells !== null && menu.sells !== 'restaurant' && stock !== null && stock.state !== 'refused';
  return (
    <Dialog title={of.name} shape="side" onClose={onClose}>
      <div className="menu-item-sheet">
        {sale.problem && <ProblemText problem={sale.problem} spoken />}
        <OnSale row={row} menu={menu} sale={sale} onAsk={setAsked} />
        {isCounted && <p className="field-hint">{t('menu.stock.counted')}</p>}
        <Facts row={row} menu={menu} />
        {row.kind === 'item' && of.what && <Stock item={row.of} menu={menu} sale={sale} />}
        {of.what && isManager && isCounter && <PriceForm key={of.key} row={row} menu={menu} />}
        <Options keys={of.options} prepared={prepared} menu={menu} sale={sale} onAsk={setAsked} depth={0} />
      </div>
      <EndsMenu asked={asked} menu={menu} onEnd={(what, end) => void sale.soldOut(what, end)} onClose={() => setAsked(null)} />
    </Dialog>
  );
}

interface OnSaleProps {
  row: ThingRow;
  menu: MenuView;
  sale: Sale;
  onAsk: (asked: EndsQuestion) => void;
}

function OnSale({ row: { of }, menu, sale, onAsk }: OnSaleProps) {
  const now = useServiceMinute(null);
  const { what, name, pending } = of;
  return (
    <div className="menu-item-sale">
      <OutTag of={of} />
      {pending && <PendingState pending={pending} money={menu} />}
      <div className="menu-item-acts">
        {pending && isTroubled(pending) && (
          <button type="button" className="button" onClick={() => void sale.again(pending.intent)}>
            {t('menu.again')}
          </button>
        )}
        {what === null ? (
          <p className="field-hint">{t('menu.noId')}</p>
        ) : (
          <SaleButton
            name={name}
            isOut={isOut(of, now) && !isComingBack(of)}
            onBack={() => void sale.backOnSale(what)}
            onAsk={(anchor) => onAsk({ what, name, anchor })}
          />
        )}
      </div>
    </div>
  );
}

function Facts({ row: { kind, of }, menu }: { row: ThingRow; menu: MenuView }) {
  const percent = (number: number) => new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 2 }).format(number / 100);
  const item = kind === 'item' ? of : null;
  const facts = [
    of.price !== null && amountText({ amount: of.price, currency: menu.currency }, menu.minorDigits),
    item && item.vat !== null && t('menu.facts.vat', { percent: percent(item.vat) }),
    of.what && t('menu.facts.id', { id: of.what.id }),
    item?.unknownMode,
  ].filter((fact) => typeof fact === 'string');
  return (
    <div>
      <p>{facts.join(' · ')}</p>
      {item && item.description !== '' && <p className="field-hint">{item.description}</p>}
    </div>
  );
}

/** The service nests options three deep. */
const DEEPEST = 3;

interface OptionsProps extends Omit<OnSaleProps, 'row'> {
  keys: readonly string[];
  prepared: Prepared;
  depth: number;
}

function Options({ keys, prepared, depth, ...rest }: OptionsProps) {
  const options = keys.map((key) => prepared.options.get(key)).filter((option) => option !== undefined);
  if (depth >= DEEPEST) return null;
  return options.map((option) => <Option key={option.key} option={option} prepared={prepared} depth={depth} {...rest} />);
}

function Option({ option, prepared, depth, ...rest }: Omit<OptionsProps, 'keys'> & { option: MenuOptionView }) {
  return (
    <section className="menu-option" aria-label={option.name}>
      <h3>{option.name}</h3>
      {option.values.map((value) => (
        <div key={value.key} className="menu-value">
          <span className="menu-value-name">
            {value.name}
            {value.price !== null && value.price !== 0 && (
              <small>{amountText({ amount: value.price, currency: rest.menu.currency }, rest.menu.minorDigits)}</small>
            )}
          </span>
          <OnSale row={{ kind: 'value', key: value.key, of: value, group: option.name }} {...rest} />
          <Options keys={value.options} prepared={prepared} depth={depth + 1} {...rest} />
        </div>
      ))}
    </section>
  );
}
