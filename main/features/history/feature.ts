import { keepMonthlyFiles } from '../../history/keep-monthly-files.ts';
import { createMonthlyKind } from '../../history/monthly-file.ts';
import { monthlyFileName } from '../../history/monthly-name.ts';
import { createReportBook, type ReportBook } from '../../history/report-book.ts';
import { formOfTables, venueSettings } from '../../settings/settings.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createHistoryCalls } from './calls.ts';

interface OwnServices {
  reportBook: ReportBook;
}

/** Training writes no files. */
const folderOf = ({ mode, settings }: Kernel<'mode' | 'settings'>): string | null =>
  mode === 'training' ? null : settings.get().reports.folder;

export const history = defineFeature({
  name: 'history',
  services: ({ store, time, settings, deadlineRules }: Kernel<'store' | 'time' | 'settings' | 'deadlineRules'>): OwnServices => ({
    reportBook: createReportBook({ store, clock: time.service, settings, deadlineRules }),
  }),
  calls: createHistoryCalls,
  jobs(given: Kernel<'store' | 'settings' | 'time' | 'currencyDigits' | 'notices' | 'mode'> & OwnServices) {
    const { store, settings, time, currencyDigits, notices, reportBook: book } = given;
    const names = () => store.venues.all().map(({ id, name }) => ({ id, name: venueSettings(settings.get(), id).name ?? name ?? id }));
    return [
      createMonthlyKind({
        time,
        book,
        folder: () => folderOf(given),
        form: () => formOfTables(settings.get()),
        currencyDigits,
        fileNameOf: (month, venueId) => monthlyFileName(month, venueId, names()),
        onTrouble(trouble) {
          if (trouble) notices.raise('monthly-file', 'warning', trouble.text, trouble.hint);
          else notices.clear('monthly-file');
        },
      }),
    ];
  },
  start(given: Kernel<'store' | 'settings' | 'time' | 'onDefect' | 'opened' | 'mode'>) {
    const { store, time, onDefect, opened } = given;
    opened.defer(keepMonthlyFiles({ store, time, isWanted: () => folderOf(given) !== null, onDefect }));
  },
});
