/** The Settings screen: printers, till, webhook secret, venues, and what is true of this computer. */
import { useCallback, useEffect, useState } from 'react';
import type { CallOutput, DesktopSettings, Problem } from '../../preload/contract.ts';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useApp } from '../state/counter.ts';
import { call } from '../state/link.ts';
import { words } from '../words.ts';
import { Papers } from './papers/papers.tsx';
import { Printers } from './printers.tsx';
import { Till } from './till.tsx';
import { Venues } from './venues.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import './settings.css';

const said = words.settings;

export function Settings() {
  const [held, setHeld] = useState<CallOutput<'settings.get'> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useCallback(async () => {
    const answer = await call('settings.get', {});
    if (answer.ok) setHeld(answer.value);
    setProblem(answer.ok ? null : answer.problem);
  }, []);
  useEffect(() => void read(), [read]);

  return (
    <main className="page">
      <header className="page-head">
        <h1>{said.title}</h1>
      </header>
      {problem && (
        <>
          <ProblemText problem={problem} />
          <button type="button" className="button" onClick={() => void read()}>
            {said.tryAgain}
          </button>
        </>
      )}
      {!held && !problem && <p>{said.loading}</p>}
      {held && (
        <div className="parts">
          <Printers printers={held.settings.printers} onSaved={read} />
          <Papers template={held.settings.template} onSaved={read} />
          <Till pos={held.settings.pos} onSaved={read} />
          <Venues />
          <WebhookSecret stored={held.webhookSecrets} onSaved={read} />
          <ThisComputer desktop={held.settings.desktop} onSaved={read} />
        </div>
      )}
    </main>
  );
}

const DESKTOP = ['kiosk', 'start_at_login', 'come_to_front'] as const;

function ThisComputer({ desktop, onSaved }: { desktop: DesktopSettings; onSaved: () => Promise<void> }) {
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
          <dd>{app.vault.says}</dd>
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
