/** The venue's own suggestions for what a customer reads on a rejection, one in each line. */
import { type FormEvent, useId, useState } from 'react';
import type { CallInput, VenueView } from '../../../contract/contract.ts';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useCall } from '../../parts/use-call.ts';
import { words } from '../../words.ts';

const said = words.settings;
type Code = CallInput<'order.reject'>['code'];
const CODES = Object.keys(words.reject.codes) as Code[];

export function RejectReasons({ venue }: { venue: VenueView }) {
  const save = useCall('venue.setRejectReasons');
  const [saved, setSaved] = useState(false);
  const id = useId();
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
        <p className="field-hint">{said.rejectReasonsHint}</p>
        {CODES.map((code) => (
          <div key={code} className="field">
            <label htmlFor={`${id}-${code}`}>{words.reject.codes[code]}</label>
            <textarea
              id={`${id}-${code}`}
              name={code}
              rows={3}
              defaultValue={(venue.rejectReasons[code] ?? []).join('\n')}
              placeholder={words.reject.presets[code].join('\n')}
            />
          </div>
        ))}
        <SaveEnd save={save} saved={saved} says={said.saveReasons} />
      </form>
    </details>
  );
}
