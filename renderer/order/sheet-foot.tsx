/** The bottom of an opened order: folded sections, its buttons, printing and further operations. */
import type { OrderCard, OrderDetail } from '../../contract/contract.ts';
import { Actions } from './actions/actions.tsx';
import { Folds } from './more/folds.tsx';
import { MoreActions } from './more/more-actions.tsx';
import { PrintMenu } from './more/print-menu.tsx';
import './sheet-foot.css';

interface SheetFootProps {
  order: OrderCard;
  detail: OrderDetail | null;
  onDone: () => void;
  onOperate: (operation: string) => void;
}

export function SheetFoot({ order, detail, onDone, onOperate }: SheetFootProps) {
  return (
    <footer className="sheet-foot">
      {!order.unread && <Folds order={order} detail={detail} onDone={onDone} />}
      <div className="sheet-actions">
        <Actions order={order} />
        {!order.unread && detail && (
          <>
            <PrintMenu order={order} detail={detail} onDone={onDone} />
            <MoreActions order={order} detail={detail} onOperate={onOperate} />
          </>
        )}
      </div>
    </footer>
  );
}
