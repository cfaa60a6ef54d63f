import { type Message, message } from './message.ts';

interface Facts {
  label: Message;
  /** Name within a sentence. */
  inline: Message;
  /** Settings choose its printers; documents without this print where the kitchen ticket does. */
  chosen?: true;
  /** Staff can print it again. Change tickets and tickets of unanswered orders can't: they're about one moment. */
  again?: true;
  buzzes?: true;
}

export const PRINTED_DOCUMENTS = {
  'kitchen-ticket': {
    label: message('printoutName.kitchenTicket'),
    inline: message('printoutName.kitchenTicketInline'),
    chosen: true,
    again: true,
    buzzes: true,
  },
  'participant-label': {
    label: message('printoutName.label'),
    inline: message('printoutName.participantLabelInline'),
    chosen: true,
    again: true,
  },
  receipt: { label: message('printoutName.receipt'), inline: message('printoutName.receiptInline'), chosen: true, again: true },
  'courier-slip': {
    label: message('printoutName.courierTicket'),
    inline: message('printoutName.courierTicketInline'),
    chosen: true,
    again: true,
  },
  'preorder-slip': {
    label: message('printoutName.preorderTicket'),
    inline: message('printoutName.preorderTicketInline'),
    chosen: true,
    again: true,
  },
  'change-slip': { label: message('printoutName.changeTicket'), inline: message('printoutName.changeTicketInline'), buzzes: true },
  'stop-slip': { label: message('printoutName.stopTicket'), inline: message('printoutName.stopTicketInline'), again: true, buzzes: true },
  'unanswered-slip': {
    label: message('printoutName.unansweredTicket'),
    inline: message('printoutName.unansweredTicketInline'),
    buzzes: true,
  },
} as const satisfies Record<string, Facts>;

export type PrintedDocument = keyof typeof PRINTED_DOCUMENTS;
type DocumentsWith<Fact extends string> = {
  [Name in PrintedDocument]: (typeof PRINTED_DOCUMENTS)[Name] extends Record<Fact, true> ? Name : never;
}[PrintedDocument];

export const ALL_DOCUMENTS = Object.keys(PRINTED_DOCUMENTS) as PrintedDocument[];
export const CHOSEN_DOCUMENTS = documentsWith('chosen');
export const DOCUMENTS_AGAIN = documentsWith('again');

export const isPrintedDocument = (name: string): name is PrintedDocument => Object.hasOwn(PRINTED_DOCUMENTS, name);

function documentsWith<Fact extends 'chosen' | 'again'>(fact: Fact): DocumentsWith<Fact>[] {
  return ALL_DOCUMENTS.filter((name): name is DocumentsWith<Fact> => fact in PRINTED_DOCUMENTS[name]);
}
