import type { OrderCard, OrderDetail } from '../../../contract/contract.ts';

export interface FormProps {
  order: OrderCard;
  detail: OrderDetail;
  name: string;
  label: string;
  /** Called after an accepted operation, to read the order again. */
  onDone: () => void;
}
