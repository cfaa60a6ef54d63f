/** Diagnostics: counts that must agree, jobs, received notifications. */
import { useCallback, useEffect, useState } from 'react';
import type { DiagnosticsView, GiveUpReason, JobView, Problem } from '../../contract/contract.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { saveFile } from '../parts/save-file.ts';
import { useCall } from '../parts/use-call.ts';
import { serviceNow, useServiceNow } from '../state/clock.ts';
import { call } from '../state/link.ts';
import { setUiState } from '../state/ui-state.ts';
import { clockWithSeconds, dayAndClock } from '../time/texts.ts';
import { readHands } from '../touch/hands.ts';
import { isKey, say, t } from '../words.ts';
import { Backups } from './backups.tsx';
import { Table } from './table.tsx';
import './diagnostics.css';

const REREAD_MS = 5000;

export function Diagnostics() {
  const [view, setView] = useState<{ view: DiagnosticsView; at: number } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useCallback(async () => {
    const answer = await call('diagnostics.get', {});
    if (answer.ok) setView({ view: answer.value, at: serviceNow() });
    setProblem(answer.ok ? null : answer.problem);
  }, []);
  useEffect(() => {
    void read();
    // Rows mustn't move under a finger.
    const again = setInterval(() => void (readHands().on || read()), REREAD_MS);
    return () => clearInterval(again);
  }, [read]);

  return (
    <main className="page">
      <header className="page-head">
        <h1>{t('diagnostics.title')}</h1>
        {view && <span className="page-note">{t('diagnostics.asOf', { time: clockWithSeconds(new Date(view.at).toISOString()) })}</span>}
        <button type="button" className="button" onClick={() => setUiState({ selfTestOpen: true })}>
          {t('selfTest.open')}
        </button>
        <button type="button" className="button" onClick={() => void read()}>
          {t('diagnostics.refresh')}
        </button>
        <SaveBundle />
      </header>
      {problem && <ProblemText problem={problem} />}
      {view ? <Report view={view.view} onChange={read} /> : !problem && <p>{t('diagnostics.loading')}</p>}
    </main>
  );
}

function SaveBundle() {
  const bundle = useCall('diagnostics.bundle');
  const save = async () => {
    const made = await bundle.run({});
    if (made) saveFile(made.fileName, made.text);
  };
  return (
    <>
      <button type="button" className="button" title={t('diagnostics.bundleWhy')} disabled={bundle.busy} onClick={() => void save()}>
        {t('diagnostics.bundle')}
      </button>
      {bundle.problem && <ProblemText problem={bundle.problem} spoken />}
    </>
  );
}

function Report({ view, onChange }: { view: DiagnosticsView; onChange: () => Promise<void> }) {
  const now = useServiceNow();
  return (
    <>
      <section className="part">
        <h2>{t('diagnostics.contacts')}</h2>
        <Table
          name={t('diagnostics.contacts')}
          heads={[t('diagnostics.contactColumns.name'), t('diagnostics.contactColumns.state'), t('diagnostics.contactColumns.at')]}
        >
          {view.contacts.map(({ name, address, text, lastContactAt, unconfirmed }) => (
            <tr key={`${say(name)} ${address}`} data-unconfirmed={unconfirmed || undefined}>
              <td>{say(name)}</td>
              <td className="table-wide">
                {say(text)} {address && <code>{address}</code>}
              </td>
              <td>{lastContactAt ? dayAndClock(lastContactAt, now) : t('diagnostics.never')}</td>
            </tr>
          ))}
        </Table>
      </section>
      <section className="part">
        <h2>{t('diagnostics.counts')}</h2>
        <ul className="counts">
          {view.counts.map(({ name, label, count, lastAt, detail }) => (
            <li key={name}>
              <strong>{count}</strong>
              <span>{say(label)}</span>
              <small>{lastAt ? t('diagnostics.lastAt', { time: dayAndClock(lastAt, now) }) : t('diagnostics.never')}</small>
              {detail && <small>{detail}</small>}
            </li>
          ))}
        </ul>
      </section>
      <section className="part">
        <h2>{t('diagnostics.jobs')}</h2>
        {view.jobs.length === 0 ? (
          <p>{t('diagnostics.noJobs')}</p>
        ) : (
          <Table
            name={t('diagnostics.jobs')}
            heads={[
              t('diagnostics.jobColumns.kind'),
              t('diagnostics.jobColumns.about'),
              t('diagnostics.jobColumns.state'),
              t('diagnostics.jobColumns.attempts'),
              t('diagnostics.jobColumns.error'),
              t('diagnostics.jobColumns.at'),
              t('diagnostics.jobColumns.act'),
            ]}
          >
            {view.jobs.map((job) => (
              <Job key={job.id} job={job} onChange={onChange} />
            ))}
          </Table>
        )}
      </section>
      <Backups backups={view.backups} onChange={onChange} />
      <section className="part">
        <h2>{t('diagnostics.notifications')}</h2>
        {view.notifications.length === 0 ? (
          <p>{t('diagnostics.noNotifications')}</p>
        ) : (
          <Table
            name={t('diagnostics.notifications')}
            heads={[
              t('diagnostics.notificationColumns.at'),
              t('diagnostics.notificationColumns.type'),
              t('diagnostics.notificationColumns.about'),
              t('diagnostics.notificationColumns.outcome'),
            ]}
          >
            {view.notifications.map(({ id, at, type, about, outcome }) => (
              <tr key={id}>
                <td>{dayAndClock(at, now)}</td>
                <td>{say(type)}</td>
                <td>{say(about)}</td>
                <td>{say(outcome)}</td>
              </tr>
            ))}
          </Table>
        )}
      </section>
    </>
  );
}

/** Unknown states of a later version are shown as they are. */
function stateText(state: string): string {
  const key = `diagnostics.jobStates.${state}`;
  return isKey(key) ? t(key) : state;
}

const REASONS = ['done-by-hand', 'not-needed', 'device-gone'] as const satisfies readonly GiveUpReason[];

function Job({ job, onChange }: { job: JobView; onChange: () => Promise<void> }) {
  const [givingUp, setGivingUp] = useState(false);
  const giveUp = useCall('job.giveUp');
  const drop = async (reason: GiveUpReason) => {
    const done = await giveUp.run({ id: job.id, reason });
    if (!done) return;
    setGivingUp(false);
    await onChange();
  };
  const about = `${say(job.kind)} ${say(job.about)}`;
  const retry = useCall('job.retry');
  const now = useServiceNow();
  const again = async () => {
    if (await retry.run({ id: job.id })) await onChange();
  };
  return (
    <tr data-state={job.state}>
      <td>{say(job.kind)}</td>
      <td>{say(job.about)}</td>
      <td>
        <span className="job-state">{stateText(job.state)}</span>
      </td>
      <td>{job.attempts}</td>
      <td className="table-wide">
        {say(job.error)}
        {retry.problem && <ProblemText problem={retry.problem} spoken />}
      </td>
      <td>{dayAndClock(job.at, now)}</td>
      <td>
        <div className="job-acts">
          {job.mayRetry ? (
            <button
              type="button"
              className="button"
              aria-label={t('diagnostics.retryNamed', { about })}
              disabled={retry.busy}
              onClick={() => void again()}
            >
              {t('diagnostics.retry')}
            </button>
          ) : (
            <small>{t('diagnostics.overtaken')}</small>
          )}
          <button
            type="button"
            className="button quiet"
            aria-label={t('diagnostics.giveUpNamed', { about })}
            onClick={() => setGivingUp(true)}
          >
            {t('diagnostics.giveUp')}
          </button>
        </div>
        {givingUp && (
          <Dialog title={t('diagnostics.giveUpTitle', { about })} onClose={() => setGivingUp(false)}>
            <div className="form choices">
              <p>{t('diagnostics.giveUpWhy')}</p>
              {REASONS.map((reason) => (
                <button key={reason} type="button" className="button" disabled={giveUp.busy} onClick={() => void drop(reason)}>
                  {t(`diagnostics.reasons.${reason}`)}
                </button>
              ))}
            </div>
            {giveUp.problem && <ProblemText problem={giveUp.problem} spoken />}
          </Dialog>
        )}
      </td>
    </tr>
  );
}
