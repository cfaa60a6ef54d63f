/** A PIN pad for screens without a keyboard. */
import { Icon } from '../parts/icons.tsx';
import { t } from '../words.ts';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

export function PinPad({ onDigit, onBack }: { onDigit: (digit: string) => void; onBack: () => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: keys beside a field, no fields of their own
    <div className="pin-pad" role="group" aria-label={t('staff.digits')}>
      {DIGITS.map((digit) => (
        <button key={digit} type="button" className="button" data-digit={digit} onClick={() => onDigit(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" className="button quiet pin-back" aria-label={t('staff.lastDigit')} onClick={onBack}>
        <Icon name="undo" />
      </button>
    </div>
  );
}
