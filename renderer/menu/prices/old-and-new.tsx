/** Old price struck through, new one in bold; read out as a sentence. */
import { Icon } from '../../parts/icons.tsx';
import { t } from '../../words.ts';

export function OldAndNew({ from, to }: { from: string; to: string }) {
  return (
    <>
      <span className="unseen">{t('menu.review.fromTo', { from, to })}</span>
      <span className="old-and-new" aria-hidden="true">
        <s>{from}</s>
        <Icon name="after" />
        <strong>{to}</strong>
      </span>
    </>
  );
}
