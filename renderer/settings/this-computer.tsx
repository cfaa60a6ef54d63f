/** What is true of this computer, and what the desktop app may do on it. */
import type { DesktopSettings } from '../../contract/contract.ts';
import { Switch } from '../parts/form/field.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useApp } from '../state/counter.ts';
import { say, words } from '../words.ts';
import { tellKept, turned } from './kept.ts';
import { Managed } from './managed.tsx';

const said = words.settings;

const DESKTOP = ['kiosk', 'start_at_login', 'come_to_front'] as const;

export function ThisComputer({ desktop, onSaved }: { desktop: DesktopSettings; onSaved: () => Promise<void> }) {
  const app = useApp();
  const save = useCall('settings.saveDesktop');
  if (!app) return null;
  const put = async (name: (typeof DESKTOP)[number], on: boolean): Promise<boolean> => {
    const done = (await save.run({ desktop: { [name]: on } })) !== null;
    if (done) await onSaved();
    return done;
  };
  const set = async (name: (typeof DESKTOP)[number], on: boolean) => {
    if (await put(name, on)) tellKept({ says: () => turned(said.desktop[name], on), undo: () => put(name, !on) });
  };
  return (
    <section className="part" aria-label={said.computer}>
      <h3>{said.computer}</h3>
      {app.host === 'desktop' &&
        DESKTOP.map((name) => (
          <Managed key={name} places={[`desktop.${name}`]}>
            <Switch label={said.desktop[name]} on={desktop[name]} disabled={save.busy} onTurn={(on) => void set(name, on)} />
          </Managed>
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
