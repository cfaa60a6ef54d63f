/** Puts a menu entry back on sale, or asks how long it is sold out. */
import { t } from '../../words.ts';

interface SaleButtonProps {
  name: string;
  isOut: boolean;
  /** Without color, where colored buttons are for orders. */
  quiet?: boolean;
  onBack: () => void;
  onAsk: (beside: HTMLElement) => void;
}

export function SaleButton({ name, isOut, quiet = false, onBack, onAsk }: SaleButtonProps) {
  return isOut ? (
    <button type="button" className={quiet ? 'button' : 'button tonal'} aria-label={t('menu.backNamed', { name })} onClick={onBack}>
      {t('menu.back')}
    </button>
  ) : (
    <button
      type="button"
      className="button"
      aria-haspopup="dialog"
      aria-label={t('menu.soldOutNamed', { name })}
      onClick={({ currentTarget }) => onAsk(currentTarget)}
    >
      {t('menu.soldOut')}
    </button>
  );
}
