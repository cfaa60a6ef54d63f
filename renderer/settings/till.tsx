/** How orders reach the till. */
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { calls, type PosSettings } from '../../contract/contract.ts';
import { Choices, Field, Tick } from '../parts/form/field.tsx';
import { type FieldErrors, fieldErrors } from '../parts/form/field-errors.ts';
import { SaveEnd } from '../parts/form/save-end.tsx';
import { useCall } from '../parts/use-call.ts';
import { say, words } from '../words.ts';

const said = words.settings;
type Kind = PosSettings['kind'];
const KINDS = Object.keys(said.tillKinds) as Kind[];

export function Till({ pos, onSaved }: { pos: PosSettings; onSaved: () => Promise<void> }) {
  const [kind, setKind] = useState<Kind>(pos.kind);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [saved, setSaved] = useState(false);
  const save = useCall('settings.savePos');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    const given = kind === 'http' ? { url: fields.url, plain_http: fields.plain_http === 'yes' } : fields;
    const checked = v.safeParse(calls['settings.savePos'].input.entries.pos, { ...given, kind });
    if (!checked.success) return setErrors(fieldErrors(checked.issues));
    setErrors({});
    const kept = await save.run({ pos: checked.output });
    if (!kept) return;
    // Kept, and of no use yet.
    if (kept.inTheWay) setErrors({ folder: `${say(kept.inTheWay.says)} ${say(kept.inTheWay.remedy)}` });
    setSaved(true);
    await onSaved();
  };
  return (
    <section className="part" data-part="till">
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <Choices<Kind>
          legend={said.tillQuestion}
          name="kind"
          chosen={kind}
          onChoose={(next) => {
            setKind(next);
            setSaved(false);
          }}
          options={KINDS.map((value) => ({ value, label: said.tillKinds[value], hint: said.tillWhy[value] }))}
        />
        {kind === 'hot-folder' && (
          <Field label={said.folder} name="folder" defaultValue={pos.kind === 'hot-folder' ? pos.folder : ''} error={errors.folder} />
        )}
        {kind === 'http' && (
          <>
            <Field label={said.tillUrl} name="url" type="url" defaultValue={pos.kind === 'http' ? pos.url : ''} error={errors.url} />
            <Tick label={said.plainHttp} name="plain_http" on={pos.kind === 'http' && pos.plain_http} />
          </>
        )}
        <SaveEnd save={save} saved={saved} />
      </form>
    </section>
  );
}
