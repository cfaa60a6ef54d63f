/** Said on every screen while orders are accepted by rules, with the button that ends it. */
import { Icon } from '../parts/icons.tsx';
import { useApp } from '../state/counter.ts';
import { call } from '../state/link.ts';
import { clockText } from '../time/texts.ts';
import { words } from '../words.ts';

export function AutoAcceptStrip() {
  const on = useApp()?.autoAccept;
  if (!on) return null;
  return (
    <div className="strip strip-work" role="status">
      <Icon name="robot" />
      <p>
        <strong>{words.autoAccept.on(clockText(on.until))}</strong> {on.says}
      </p>
      <button type="button" className="button" onClick={() => void call('settings.saveWork', { work: { auto_accept: null } })}>
        {words.autoAccept.end}
      </button>
    </div>
  );
}
