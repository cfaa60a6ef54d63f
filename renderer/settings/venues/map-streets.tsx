/** Streets under the map of the courier desk: whose, and who is told by that which places are looked at. */
import { type FormEvent, useState } from 'react';
import type { MapSettings } from '../../../contract/contract.ts';
import { Field } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { words } from '../../words.ts';

const said = words.settings.streets;
const EXAMPLE = 'https://tiles.example.test/{z}/{x}/{y}.png';

export function MapStreets({ map, onSaved }: { map: MapSettings; onSaved: () => Promise<void> }) {
  const save = useFormCall('settings.saveMap', ['tiles_url', 'attribution', 'largest_zoom'], 'map');
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: keyof MapSettings) => String(fields.get(name)).trim() || null;
    setSaved(false);
    const zoom = text('largest_zoom');
    const next = { tiles_url: text('tiles_url'), attribution: text('attribution'), largest_zoom: zoom === null ? null : Number(zoom) };
    if ((await save.run({ map: next })) === null) return;
    setSaved(true);
    await onSaved();
  };
  return (
    <details className="row-more page-more">
      <summary>{said.title}</summary>
      <form className="form" aria-label={said.title} onSubmit={(event) => void submit(event)} noValidate>
        <p className="page-note">{said.why}</p>
        <Field
          label={said.url}
          name="tiles_url"
          inputMode="url"
          hint={said.urlHint(EXAMPLE)}
          defaultValue={map.tiles_url ?? ''}
          error={save.wrong.tiles_url}
        />
        <div className="form-pair">
          <Field
            label={said.attribution}
            name="attribution"
            hint={said.attributionHint}
            defaultValue={map.attribution ?? ''}
            error={save.wrong.attribution}
          />
          <Field
            label={said.zoom}
            name="largest_zoom"
            type="number"
            hint={said.zoomHint}
            defaultValue={map.largest_zoom ?? ''}
            error={save.wrong.largest_zoom}
          />
        </div>
        <SaveEnd save={save} saved={saved} />
      </form>
    </details>
  );
}
