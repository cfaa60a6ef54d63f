/** The folder of the monthly file, and the format of tables. */
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import { calls, type Problem, type ReportSettings } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { type FieldErrors, fieldErrors } from '../../parts/form/field-errors.ts';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { FormSelect } from '../../parts/form/select.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { call } from '../../state/link.ts';
import { say, t } from '../../words.ts';
import '../../parts/form/form.css';

export function MonthlyFile() {
  const [held, setHeld] = useState<ReportSettings | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [saved, setSaved] = useState(false);
  const save = useCall('settings.saveReports');
  const read = useCallback(async () => {
    const answer = await call('settings.get', {});
    setProblem(answer.ok ? null : answer.problem);
    if (answer.ok) setHeld(answer.value.settings.reports);
  }, []);
  useEffect(() => void read(), [read]);
  if (problem) return <ProblemText problem={problem} />;
  if (!held) return null;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const fields = new FormData(event.currentTarget);
    const folder = String(fields.get('folder')).trim() || null;
    const checked = v.safeParse(calls['settings.saveReports'].input.entries.reports, { folder, tables: fields.get('tables') });
    if (!checked.success) return setErrors(fieldErrors(checked.issues));
    setErrors({});
    const kept = await save.run({ reports: checked.output });
    if (!kept) return;
    // The folder is saved, but can't be written to yet.
    if (kept.blockedBy) setErrors({ folder: `${say(kept.blockedBy.text)} ${say(kept.blockedBy.hint)}` });
    setSaved(true);
  };
  return (
    <form className="panel form monthly" aria-label={t('reports.monthly.title')} onSubmit={(event) => void submit(event)} noValidate>
      <header className="panel-head">
        <h2>{t('reports.monthly.title')}</h2>
      </header>
      <p>{t('reports.monthly.why')}</p>
      <Field
        label={t('reports.monthly.folder')}
        name="folder"
        defaultValue={held.folder ?? ''}
        hint={t('reports.monthly.hint')}
        error={errors.folder}
      />
      <FormSelect<ReportSettings['tables']>
        label={t('reports.monthly.tables')}
        name="tables"
        chosen={held.tables}
        options={[
          ['language', t('reports.monthly.byLanguage')],
          ['comma', t('reports.monthly.comma')],
          ['semicolon', t('reports.monthly.semicolon')],
        ]}
      />
      <SaveEnd save={save} saved={saved} />
    </form>
  );
}
