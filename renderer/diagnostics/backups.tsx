import { useState } from 'react';
import type { BackupView } from '../../contract/contract.ts';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { useServiceNow } from '../state/clock.ts';
import { dayAndClock } from '../time/texts.ts';
import { say, t } from '../words.ts';
import { Table } from './table.tsx';

export function Backups({ backups, onChange }: { backups: readonly BackupView[]; onChange: () => Promise<void> }) {
  const now = useServiceNow();
  const make = useCall('backup.make');
  const [done, setDone] = useState<string | null>(null);
  const makeOne = async () => {
    setDone(null);
    const made = await make.run({});
    if (!made) return;
    setDone(say(made.text));
    await onChange();
  };
  return (
    <section className="part">
      <h2>{t('diagnostics.backups')}</h2>
      <p>
        <button type="button" className="button" disabled={make.busy} onClick={() => void makeOne()}>
          {t('diagnostics.backupNow')}
        </button>{' '}
        <span role="status">{done}</span>
      </p>
      {make.problem && <ProblemText problem={make.problem} spoken />}
      {backups.length === 0 ? (
        <p>{t('diagnostics.noBackups')}</p>
      ) : (
        <Table
          name={t('diagnostics.backups')}
          heads={[t('diagnostics.backupColumns.at'), t('diagnostics.backupColumns.size'), t('diagnostics.backupColumns.name')]}
        >
          {backups.map(({ name, at, megabytes, aside }) => (
            <tr key={name}>
              <td>{dayAndClock(at, now)}</td>
              <td>{t('diagnostics.megabytes', { count: String(megabytes) })}</td>
              <td className="table-wide">
                <code>{name}</code> {aside && t('diagnostics.setAside')}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
