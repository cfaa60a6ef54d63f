/** The venue's rejection texts, one per line. */
import { type FormEvent, useState } from 'react';
import type { VenueView } from '../../../contract/contract.ts';
import { Lines } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { presetsOf, REJECT_CODES, type RejectCode } from '../../state/reject-reasons.ts';
import { t } from '../../words.ts';
import { Managed } from '../managed.tsx';

export function RejectReasons({ venue }: { venue: VenueView }) {
  const save = useFormCall('venue.setRejectReasons', REJECT_CODES, 'reasons');
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const fields = new FormData(event.currentTarget);
    const linesOf = (code: RejectCode) =>
      String(fields.get(code) ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
    const reasons = {
      GENERIC: linesOf('GENERIC'),
      ITEMS_UNAVAILABLE: linesOf('ITEMS_UNAVAILABLE'),
      VENUE_CLOSING_SOON: linesOf('VENUE_CLOSING_SOON'),
    };
    if (await save.run({ venueId: venue.id, reasons })) setSaved(true);
  };
  return (
    <details className="row-more">
      <summary>{t('settings.rejectReasons')}</summary>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <Managed places={[`venues.${venue.id}.reject_reasons`]}>
          <p className="field-hint">{t('settings.rejectReasonsHint')}</p>
          {REJECT_CODES.map((code) => (
            <Lines
              key={code}
              label={t(`reject.codes.${code}`)}
              name={code}
              value={venue.rejectReasons[code] ?? []}
              placeholder={presetsOf(code).join('\n')}
              error={save.wrong[code]}
            />
          ))}
          <SaveEnd save={save} saved={saved} text={t('settings.saveReasons')} />
        </Managed>
      </form>
    </details>
  );
}
