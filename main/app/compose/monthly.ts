/** The file of each month: its kind of job, and who looks whether a month is over. */
import { keepMonthlyFiles } from '../../history/keep-monthly-files.ts';
import { createMonthlyKind } from '../../history/monthly-file.ts';
import { monthlyFileName } from '../../history/monthly-name.ts';
import { createReportBook } from '../../history/report-book.ts';
import { formOfTables, venueSettings } from '../../settings/settings.ts';
import type { Kind } from '../../store/queue/worker.ts';
import type { Basics } from './basics.ts';
import type { DeadlineSide } from './deadlines.ts';
import type { Keeping } from './keeping.ts';

export function prepareMonthly(
  { options, settings, time, currencyDigits, onDefect, opened }: Basics,
  { store, notices }: Keeping,
  { rulesFor }: DeadlineSide,
): Kind {
  const folder = () => (options.mode === 'training' ? null : settings.get().reports.folder);
  const names = () => store.venues.all().map(({ id, name }) => ({ id, name: venueSettings(settings.get(), id).name ?? name ?? id }));
  opened.defer(keepMonthlyFiles({ store, time, isWanted: () => folder() !== null, onDefect }));
  return createMonthlyKind({
    time,
    book: createReportBook({ store, clock: time.service, settings, deadlineRules: rulesFor }),
    folder,
    form: () => formOfTables(settings.get()),
    currencyDigits,
    fileNameOf: (month, venueId) => monthlyFileName(month, venueId, names()),
    tell(trouble) {
      if (trouble) notices.raise('monthly-file', 'warning', trouble.says, trouble.remedy);
      else notices.clear('monthly-file');
    },
  });
}
