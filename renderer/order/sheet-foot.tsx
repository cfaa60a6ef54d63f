/** The bottom of an open order: folded sections, the main action, and the others. */
import type { OrderCard, OrderDetail } from '../../contract/contract.ts';
import { Actions } from './actions/actions.tsx';
import { Folds } from './more/folds.tsx';
import { MoreActions } from './more/more-actions.tsx';
import { PrintMenu } from './more/print-menu.tsx';
import './sheet-foot.css';

interface SheetFootProps {
  order: OrderCard;
  detail: OrderDetail | null;
  /** Whether the order was read; never on a display. */
  isWhole: boolean;
  onDone: () => void;
  onOperate: (operation: string) => void;
}

export function SheetFoot({ order, detail, isWhole, onDone, onOperate }: SheetFootProps) {
  return (
    <footer className="sheet-foot">
      {isWhole && <Folds order={order} detail={detail} onDone={onDone} />}
      <div className="sheet-actions">
        <Actions order={order} />
        {isWhole && detail && (
          <>
            <PrintMenu order={order} detail={detail} onDone={onDone} />
            <MoreActions order={order} detail={detail} onOperate={onOperate} />
          </>
        )}
      </div>
    </footer>
  );
}
