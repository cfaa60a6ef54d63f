/** What is true of this computer, and what the desktop app may do on it. */
import type { DesktopSettings } from '../../contract/contract.ts';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useApp } from '../state/counter.ts';
import { say, words } from '../words.ts';

const said = words.settings;

const DESKTOP = ['kiosk', 'start_at_login', 'come_to_front'] as const;

export function ThisComputer({ desktop, onSaved }: { desktop: DesktopSettings; onSaved: () => Promise<void> }) {
  const app = useApp();
  const save = useCall('settings.saveDesktop');
  if (!app) return null;
  const set = async (name: (typeof DESKTOP)[number], on: boolean) => {
    if (await save.run({ desktop: { [name]: on } })) await onSaved();
  };
  return (
    <section className="part">
      <h2>{said.computer}</h2>
      {app.host === 'desktop' &&
        DESKTOP.map((name) => (
          <label key={name} className="choice">
            <input
              type="checkbox"
              checked={desktop[name]}
              disabled={save.busy}
              onChange={(event) => void set(name, event.target.checked)}
            />
            <span>
              <strong>{said.desktop[name]}</strong>
            </span>
          </label>
        ))}
      {save.problem && <ProblemText problem={save.problem} spoken />}
      <dl className="facts">
        <div>
          <dt>{said.secretsKept}</dt>
          <dd>{say(app.vault.says)}</dd>
        </div>
        {app.receiver.url && (
          <div>
            <dt>{said.receiver}</dt>
            <dd>
              <code>{app.receiver.url}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>{said.version}</dt>
          <dd>{app.version}</dd>
        </div>
      </dl>
    </section>
  );
}
