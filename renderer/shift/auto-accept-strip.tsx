/** The line while auto-accept is on, with a button to end it. */
import { type AcceptRule, CAUSE } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import type { StatusLine } from '../parts/line.ts';
import { RANK } from '../parts/lines.ts';
import { callOrSay } from '../state/link.ts';
import { useApp, useIsCounter } from '../state/ui-state.ts';
import { clockText } from '../time/texts.ts';
import { t } from '../words.ts';

/** "Delivery: up to 5 items, 18:00 to 22:00, without an allergy, at once." */
export function ruleText({ kinds, most_items: most, from, to, when, allergies }: AcceptRule): string {
  const parts = [
    ...(most === null ? [] : [t('autoAccept.rule.upTo', { count: most })]),
    ...(from === '00:00' && to === '23:59' ? [] : [t('autoAccept.rule.hours', { from, to })]),
    ...(allergies ? [] : [t('autoAccept.rule.noAllergy')]),
    t(`settings.work.whens.${when}`),
  ];
  return `${kinds.map((kind) => t(`settings.work.kinds.${kind}`)).join(', ')}: ${parts.join(', ')}.`;
}

export function useAutoAcceptLine(): StatusLine[] {
  const on = useApp()?.autoAccept;
  const isCounter = useIsCounter();
  if (!on) return [];
  const drawn = (
    <div className="strip strip-work" role="status">
      <Icon name="robot" />
      <p>
        <strong>{t('autoAccept.on', { time: clockText(on.until) })}</strong> {on.rules.map(ruleText).join(' ')}
      </p>
      {isCounter && (
        <button type="button" className="button" onClick={() => void callOrSay('settings.saveWork', { work: { auto_accept: null } })}>
          {t('autoAccept.end')}
        </button>
      )}
    </div>
  );
  return [{ cause: CAUSE.autoAccept, rank: RANK.work, drawn }];
}
