/** Changes a paired station; its pages follow at once. */
import { type FormEvent, useState } from 'react';
import type { Station } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { t } from '../../words.ts';
import { StationFields } from './station-fields.tsx';

interface ChangeStationProps {
  id: string;
  name: string;
  station: Station;
  onDone: () => Promise<void>;
  onClose: () => void;
}

export function ChangeStation({ id, name, station, onDone, onClose }: ChangeStationProps) {
  const change = useFormCall('displays.change', ['venues', 'zones'], 'screen');
  const [before] = useState(station);
  const [draft, setDraft] = useState(before);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!(await change.run({ id, screen: draft }))) return;
    await onDone();
    onClose();
  };
  return (
    <Dialog title={t('settings.displays.changeNamed', { name })} onClose={onClose}>
      <form className="form" aria-label={t('settings.displays.changeNamed', { name })} onSubmit={(event) => void submit(event)} noValidate>
        <p className="page-note">{t('settings.displays.changeWhy')}</p>
        <StationFields station={draft} onChange={setDraft} wrong={change.wrong} />
        <SaveEnd save={change} saved={false} changed={draft !== before} />
      </form>
    </Dialog>
  );
}
