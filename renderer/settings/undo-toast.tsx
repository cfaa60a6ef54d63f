/** "Light or dark: Dark" with Undo; the change already applies. */
import { Icon } from '../parts/icons.tsx';
import { undoLastChange, useLastChange } from '../parts/last-change.ts';
import { t } from '../words.ts';
import '../parts/toast.css';

export function KeptToast() {
  const last = useLastChange((kept) => kept.last);
  return (
    <div className="kept-place" role="status">
      {last && (
        <div className="kept">
          <Icon name="check" />
          <span>{last.text()}</span>
          <button type="button" className="button quiet" onClick={() => void undoLastChange()}>
            <Icon name="undo" />
            {t('actions.undo')}
          </button>
        </div>
      )}
    </div>
  );
}
