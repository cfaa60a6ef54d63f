/** Said on every screen while orders are accepted by rules, with the button that ends it. */
import type { AcceptRule } from '../../contract/contract.ts';
import { Icon } from '../parts/icons.tsx';
import { useApp } from '../state/counter.ts';
import { callOrSay } from '../state/link.ts';
import { clockText } from '../time/texts.ts';
import { words } from '../words.ts';

/** "Delivery, Pickup: up to 5 items, 18:00 to 22:00, without an allergy, at once." */
export function ruleText({ kinds, most_items: most, from, to, when, allergies }: AcceptRule): string {
  const { rule } = words.autoAccept;
  const parts = [
    ...(most === null ? [] : [rule.upTo(most)]),
    ...(from === '00:00' && to === '23:59' ? [] : [rule.hours(from, to)]),
    ...(allergies ? [] : [rule.noAllergy]),
    words.settings.work.whens[when],
  ];
  return `${kinds.map((kind) => words.settings.work.kinds[kind]).join(', ')}: ${parts.join(', ')}.`;
}

export function AutoAcceptStrip() {
  const on = useApp()?.autoAccept;
  if (!on) return null;
  return (
    <div className="strip strip-work" role="status">
      <Icon name="robot" />
      <p>
        <strong>{words.autoAccept.on(clockText(on.until))}</strong> {on.rules.map(ruleText).join(' ')}
      </p>
      <button type="button" className="button" onClick={() => void callOrSay('settings.saveWork', { work: { auto_accept: null } })}>
        {words.autoAccept.end}
      </button>
    </div>
  );
}
