/** Where a till gives counted stock: a folder, a port of this computer, and the key for it, which goes inwards only. */
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { calls, type StockSettings } from '../../../contract/contract.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { Field } from '../../parts/form/field.tsx';
import { type FieldErrors, fieldErrors } from '../../parts/form/field-errors.ts';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { freshSecret } from '../../parts/fresh-secret.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { say, words } from '../../words.ts';
import '../../setup/connect/webhook-hand-over.css';

const said = words.settings.stock;

export function Stock({ stock, hasKey, onSaved }: { stock: StockSettings; hasKey: boolean; onSaved: () => Promise<void> }) {
  const save = useCall('settings.saveStock');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [saved, setSaved] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const given = new FormData(event.currentTarget);
    const port = String(given.get('http_port')).trim();
    const typed = { folder: String(given.get('folder')).trim() || null, http_port: port === '' ? null : Number(port) };
    const checked = v.safeParse(calls['settings.saveStock'].input.entries.stock, typed);
    if (!checked.success) return setErrors(fieldErrors(checked.issues));
    setErrors({});
    const kept = await save.run({ stock: checked.output });
    if (!kept) return;
    // Kept, and of no use yet.
    if (kept.inTheWay) setErrors({ folder: `${say(kept.inTheWay.says)} ${say(kept.inTheWay.remedy)}` });
    setSaved(true);
    await onSaved();
  };
  return (
    <section className="part" data-part="stock" aria-label={said.title}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <h3>{said.title}</h3>
        <p className="page-note">{said.why}</p>
        <Field label={said.folder} name="folder" defaultValue={stock.folder ?? ''} error={errors.folder} />
        <Field
          label={said.port}
          name="http_port"
          inputMode="numeric"
          defaultValue={stock.http_port ?? ''}
          hint={said.portHint}
          error={errors.http_port}
        />
        <SaveEnd save={save} saved={saved} />
      </form>
      {stock.http_port !== null && <StockKey port={stock.http_port} hasKey={hasKey} onMade={onSaved} />}
    </section>
  );
}

function StockKey({ port, hasKey, onMade }: { port: number; hasKey: boolean; onMade: () => Promise<void> }) {
  const [key, setKey] = useState<string | null>(null);
  const save = useCall('settings.saveStockKey');
  const make = async () => {
    const made = freshSecret();
    // In the vault before anybody is told: a till would be refused with a key that this computer does not know.
    if (!(await save.run({ key: made }))) return;
    setKey(made);
    await onMade();
  };
  return (
    <div className="hand-over">
      <div>
        <strong>{said.address}</strong>
        <Copyable text={`http://127.0.0.1:${port}/stock`} name={said.address} />
      </div>
      <div>
        <strong>{said.key}</strong>
        {key === null ? (
          <>
            <button type="button" className="button" disabled={save.busy} onClick={() => void make()}>
              {said.make}
            </button>
            <small>{hasKey ? said.hasKey : said.noKey}</small>
          </>
        ) : (
          <>
            <Copyable text={key} name={said.key} atOnce />
            <small>{words.webhook.once}</small>
          </>
        )}
        {save.problem && <ProblemText problem={save.problem} spoken />}
      </div>
    </div>
  );
}
