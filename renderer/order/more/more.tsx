/** Behind an order's main steps: everything the service said of it, and the operations beside the main ones. */
import { useState } from 'react';
import type { OrderCard, OrderDetail } from '../../../contract/contract.ts';
import { say, words } from '../../words.ts';
import { itemName } from '../names.ts';
import { Batches } from './batches.tsx';
import { DepositsForm } from './deposits-form.tsx';
import { DocumentsForm } from './documents-form.tsx';
import { EtaForm, LocationForm, PlainForm } from './own-delivery-forms.tsx';
import { Papers } from './papers.tsx';
import { RefundBasketForm, RefundItemsForm } from './refund-forms.tsx';
import { ReplaceForm } from './replace-form.tsx';
import './more.css';

export interface FormProps {
  order: OrderCard;
  detail: OrderDetail;
  name: string;
  label: string;
  /** Something was taken: what is known of the order is read again. */
  onDone: () => void;
}

const FORMS: Record<string, (props: FormProps) => React.ReactNode> = {
  'pickup-completed': PlainForm,
  'courier-at-customer': PlainForm,
  eta: EtaForm,
  location: LocationForm,
  'replace-items': ReplaceForm,
  'deposits-returned': DepositsForm,
  'refund-items': RefundItemsForm,
  'refund-basket': RefundBasketForm,
  document: DocumentsForm,
};

export function More({ order, detail, onDone: readAgain }: { order: OrderCard; detail: OrderDetail | null; onDone: () => void }) {
  if (!detail) return <p>{words.more.reading}</p>;
  return (
    <>
      {order.actions.some(({ needsBatches }) => needsBatches) && <Batches order={order} detail={detail} />}
      <Papers order={order} detail={detail} onDone={readAgain} />
      <Operations order={order} detail={detail} onDone={readAgain} />
      <section aria-label={words.more.title}>
        <h3>{words.more.title}</h3>
        <Notes detail={detail} />
        {detail.sections.map((section) => (
          <div key={say(section.title)} className="more-facts">
            <h4>{say(section.title)}</h4>
            <dl className="facts">
              {section.facts.map(({ label, value, said, says }) => (
                <div key={say(label)}>
                  <dt>{say(label)}</dt>
                  <dd data-said={said}>
                    {say(
                      says ??
                        (typeof value === 'boolean'
                          ? words.more[value ? 'yes' : 'no']
                          : (value ?? (said ? words.more.none : words.more.unsaid))),
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </section>
    </>
  );
}

/** Weights, deposits and wishes about substitutes, for the items that have any. */
function Notes({ detail }: { detail: OrderDetail }) {
  const rows = detail.rows.filter(({ notes }) => notes.length > 0).map((row, place) => ({ ...row, key: String(place) }));
  if (rows.length === 0) return null;
  return (
    <div className="more-facts">
      <h4>{words.more.itemNotes}</h4>
      <dl className="facts">
        {rows.map(({ key, name, notes }) => (
          <div key={key}>
            <dt>{itemName(name)}</dt>
            <dd>{notes.map(say).join('; ')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A button for each; one that is not possible now says why when it is touched. */
function Operations({ order, detail, onDone }: { order: OrderCard; detail: OrderDetail; onDone: () => void }) {
  const [open, setOpen] = useState<string | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const touched = (name: string, reason: string | null) => {
    setWhy(reason === null ? null : reason);
    setOpen(reason === null && open !== name ? name : null);
  };
  const chosen = detail.operations.find(({ name, why: reason }) => name === open && reason === null);
  const Form = chosen && FORMS[chosen.name];
  return (
    <section aria-label={words.more.operations}>
      <h3>{words.more.operations}</h3>
      <div className="more-buttons">
        {detail.operations.map(({ name, label, why: reason }) => (
          <button
            key={name}
            type="button"
            className="button"
            aria-disabled={reason !== null}
            aria-expanded={open === name && reason === null}
            onClick={() => touched(name, say(reason))}
          >
            {say(label)}
          </button>
        ))}
      </div>
      <p className="more-why" role="status">
        {why}
      </p>
      {chosen && Form && (
        <Form key={chosen.name} order={order} detail={detail} name={chosen.name} label={say(chosen.label)} onDone={onDone} />
      )}
    </section>
  );
}
