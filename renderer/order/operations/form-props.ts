/** The props of an operation's form. */
import type { OrderCard, OrderDetail } from '../../../contract/contract.ts';

export interface FormProps {
  order: OrderCard;
  detail: OrderDetail;
  name: string;
  label: string;
  /** Something was taken: what is known of the order is read again. */
  onDone: () => void;
}
