/** The venue's own suggestions for what a customer reads on a rejection, one in each line. */
import { type FormEvent, useState } from 'react';
import type { CallInput, VenueView } from '../../../contract/contract.ts';
import { Lines } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { words } from '../../words.ts';
import { Managed } from '../managed.tsx';

const said = words.settings;
type Code = CallInput<'order.reject'>['code'];
const CODES = Object.keys(words.reject.codes) as Code[];

export function RejectReasons({ venue }: { venue: VenueView }) {
  const save = useFormCall('venue.setRejectReasons', CODES, 'reasons');
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const fields = new FormData(event.currentTarget);
    const linesOf = (code: Code) =>
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
      <summary>{said.rejectReasons}</summary>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <Managed places={[`venues.${venue.id}.reject_reasons`]}>
          <p className="field-hint">{said.rejectReasonsHint}</p>
          {CODES.map((code) => (
            <Lines
              key={code}
              label={words.reject.codes[code]}
              name={code}
              value={venue.rejectReasons[code] ?? []}
              placeholder={words.reject.presets[code].join('\n')}
              error={save.wrong[code]}
            />
          ))}
          <SaveEnd save={save} saved={saved} says={said.saveReasons} />
        </Managed>
      </form>
    </details>
  );
}
