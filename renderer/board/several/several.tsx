import { useEffect, useState } from 'react';
import type { AllergyView, OrderCard, Problem } from '../../../contract/contract.ts';
import { MOST_DISHES } from '../../order/parts/dishes/dishes.tsx';
import { Due } from '../../order/parts/due.tsx';
import { AllergyTag } from '../../order/parts/note.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Problems, ProblemText } from '../../parts/problem.tsx';
import { entryOf } from '../../state/entry-of.ts';
import { isBagMissing, needsConfirmation } from '../../state/hand-over.ts';
import { itemName } from '../../state/names.ts';
import { act } from '../../state/order-commands.ts';
import { cardsIn, readUiState, setUiState, useTopic, useUiState } from '../../state/ui-state.ts';
import { say, t } from '../../words.ts';
import '../../parts/form/form.css';
import { type Move, may } from '../../state/bulk-moves.ts';
import { followed, useFollowed } from './accepted.ts';
import './several.css';

export function Several() {
  const move = useUiState((counter) => counter.several);
  return move && <Chosen key={move} move={move} />;
}

function Chosen({ move }: { move: Move }) {
  const orders = useTopic('orders');
  const sending = useUiState((counter) => counter.sending);
  const refusals = useUiState((counter) => counter.refusals);
  // Orders that arrive later aren't listed: staff would accept them unread.
  const [listed] = useState(() =>
    Object.values(orders)
      .filter(may(move))
      .sort((a, b) => (move === 'accept' ? toRead(a) - toRead(b) : 0) || byTime(a, b))
      .map(({ id }) => id),
  );
  const [out, setOut] = useState<ReadonlySet<string>>(() => new Set(move === 'accept' ? [] : listed));
  const close = () => setUiState({ several: null });
  const [tried, setTried] = useState(false);
  // Removes the toast about earlier orders.
  useEffect(() => useFollowed.setState({ list: null }), []);
  /** The list stays open if main refused an order, whose row shows why. */
  const go = async (chosen: readonly OrderCard[]) => {
    setTried(true);
    if (move === 'accept') follow(chosen);
    const taken = await Promise.all(chosen.map((order) => act(order, move, null)));
    if (move === 'accept') noteTaken(Object.fromEntries(chosen.map(({ id }, place) => [id, taken[place] === true])));
    if (taken.every(Boolean)) close();
  };
  const now = listed.flatMap((id) => orders[id] ?? []);
  const isPossible = (order: OrderCard) => may(move)(order) && !entryOf(sending, order.id);
  const choosable = now.filter((order) => isPossible(order) && !needsConfirmation(order, move));
  const chosen = choosable.filter(({ id }) => !out.has(id));
  const toggle = (id: string) => setOut(out.has(id) ? new Set([...out].filter((one) => one !== id)) : new Set([...out, id]));
  const all = chosen.length === choosable.length;
  return (
    <Dialog title={t(`several.title.${move}`)} onClose={close}>
      <div className="several">
        <button
          type="button"
          className="button several-all"
          disabled={choosable.length === 0}
          data-why-off={t('several.noneLeft')}
          onClick={() => setOut(new Set(all ? listed : []))}
        >
          {all ? t('several.none') : t('several.all')}
        </button>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard */}
        <ul className="several-list" tabIndex={0} aria-label={t(`several.title.${move}`)}>
          {now.map((order) => (
            <li key={order.id} data-of-order={order.id} data-order={order.number}>
              <Row
                order={order}
                move={move}
                isPossible={isPossible(order)}
                isIn={chosen.includes(order)}
                refusal={(tried && entryOf(refusals, order.id)) || null}
                onToggle={() => toggle(order.id)}
              />
            </li>
          ))}
        </ul>
        <div className="form-end">
          <button type="button" className="button big" onClick={close}>
            {t('several.cancel')}
          </button>
          <button
            type="button"
            className="button big fill"
            disabled={chosen.length === 0}
            data-why-off={choosable.length === 0 ? t('several.noneLeft') : t('several.chooseOne')}
            onClick={() => void go(chosen)}
          >
            {t(`several.go.${move}`, { count: chosen.length })}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** A retried order is reported with those of the first try. */
function follow(chosen: readonly OrderCard[]): void {
  const before = (useFollowed.getState().list ?? []).filter(({ id }) => !chosen.some((order) => order.id === id));
  const now = chosen.map((order) => ({
    id: order.id,
    number: order.number,
    hasAllergies: allergiesToRead(order).length > 0,
    fate: 'under-way' as const,
    wasPending: false,
  }));
  useFollowed.setState({ list: [...before, ...now] });
}

function noteTaken(wasTaken: Record<string, boolean>): void {
  const { list } = useFollowed.getState();
  if (list) useFollowed.setState({ list: followed(list, cardsIn(readUiState()), wasTaken) });
}

interface RowProps {
  order: OrderCard;
  move: Move;
  isPossible: boolean;
  isIn: boolean;
  refusal: Problem | null;
  onToggle: () => void;
}

function Row({ order, move, isPossible, isIn, refusal, onToggle }: RowProps) {
  const asks = isPossible && needsConfirmation(order, move);
  return (
    <label className="several-row" data-in={isIn || undefined}>
      <input type="checkbox" checked={isIn} disabled={!isPossible || asks} onChange={onToggle} />
      <strong>{order.number}</strong>
      <span className="several-what">
        {dishesOf(order)}
        {move === 'accept' && <Problems problems={order.trouble} />}
        {allergiesToRead(order).map((of) => (
          <AllergyTag key={of.words.join()} of={of} />
        ))}
        {move === 'accept' && hasNote(order) && (
          <span className="several-note">
            <Icon name="note" />
            <span className="unseen">{t('card.comment')}: </span>
            <bdi>{order.comment}</bdi>
          </span>
        )}
        {refusal && <ProblemText problem={refusal} spoken />}
        {asks && <small>{isBagMissing(order) ? t('several.alone') : t('several.asks')}</small>}
        {!isPossible && <small>{say(order.pending?.text ?? order.statusLabel)}</small>}
      </span>
      <Due order={order} />
    </label>
  );
}

/** Cut as on the card, so that long orders don't push others out of view. */
function dishesOf({ items }: OrderCard): string {
  const most = items.length > MOST_DISHES + 1 ? MOST_DISHES : items.length;
  const shown = items.slice(0, most).map(({ count, name }) => `${count} ${itemName(name)}`);
  return [...shown, ...(most < items.length ? [t('card.moreItems', { count: items.length - most })] : [])].join(', ');
}

/** Allergies from note and options, which the list doesn't show but staff must read. */
function allergiesToRead({ allergies, items }: OrderCard): AllergyView[] {
  const found = [allergies, ...items.flatMap(({ options }) => options.map((option) => option.allergies))].filter((of) => of !== null);
  return [...new Map(found.map((of) => [of.words.join(), of])).values()];
}

const hasNote = ({ comment }: OrderCard): boolean => (comment ?? '').trim() !== '';

/** Sorts orders first that staff must read: with allergies, trouble, then notes. */
function toRead(order: OrderCard): number {
  if (allergiesToRead(order).length > 0) return 0;
  return order.trouble.length > 0 ? 1 : hasNote(order) ? 2 : 3;
}

function byTime(a: OrderCard, b: OrderCard): number {
  const at = (order: OrderCard) => order.deadline?.at ?? order.pickupAt ?? '~';
  return at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0;
}
