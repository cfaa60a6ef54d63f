/** The whole menu as a file: export, check, comparison, upload. */
import { useState } from 'react';
import { LARGEST_MENU_FILE, type MenuFileView, message, tableText } from '../../../contract/contract.ts';
import { FileButton } from '../../parts/form/file-button.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { say, t } from '../../words.ts';
import { Checked } from './checked.tsx';
import type { ChosenFile } from './chosen-file.ts';
import { ExportMenu } from './export-menu.tsx';
import { Replace } from './replace.tsx';
import { UploadSteps } from './upload-steps.tsx';
import './menu-file.css';

/** The character in place of letters that couldn't be decoded. */
const UNREADABLE = '\u{fffd}';

export function MenuFile({ venueId }: { venueId: string }) {
  const check = useCall('menu.checkFile');
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [checked, setChecked] = useState<MenuFileView | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const open = async (chosen: File) => {
    setChecked(null);
    // A larger message would close the page's link.
    setTooLarge(chosen.size > LARGEST_MENU_FILE);
    if (chosen.size > LARGEST_MENU_FILE) return setFile(null);
    const { text, isGuessed } = tableText(new Uint8Array(await chosen.arrayBuffer()));
    const format = chosen.name.toLowerCase().endsWith('.json') ? 'json' : 'csv';
    setFile({ name: chosen.name, format, text, isGuessed });
    if (!text.includes(UNREADABLE)) setChecked(await check.run({ venueId, format, text }));
  };
  const isUnreadable = file?.text.includes(UNREADABLE) === true;
  return (
    <div className="menu-file">
      <ExportMenu venueId={venueId} />
      <section className="part form" aria-label={t('menuFile.open')}>
        <p className="page-note">{t('menuFile.openWhy')}</p>
        <FileButton label={t('menuFile.open')} accept=".csv,.json,text/csv,application/json" onFile={(chosen) => void open(chosen)} />
        <p role="status" className="menu-file-state">
          {check.busy && t('menuFile.checking')}
          {file?.isGuessed && t('menuFile.readAs')}
          {isUnreadable && t('menuFile.letters')}
          {isTooLarge && say(message('menuFile.tooLarge'))}
        </p>
        {check.problem && <ProblemText problem={check.problem} spoken />}
        {file && checked && <Checked fileName={file.name} checked={checked} />}
        {file && checked?.isGood && (
          <Replace
            key={file.text}
            venueId={venueId}
            file={file}
            checked={checked}
            onSent={() => {
              setFile(null);
              setChecked(null);
            }}
          />
        )}
      </section>
      <UploadSteps venueId={venueId} />
    </div>
  );
}
