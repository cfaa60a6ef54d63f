import { type FormEvent, useState } from 'react';
import type { PosSettings } from '../../../contract/contract.ts';
import { Choices, Field, Tick } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { say, t } from '../../words.ts';

type Kind = PosSettings['kind'];
const KINDS = ['ticket-only', 'hot-folder', 'http'] as const satisfies readonly Kind[];

export function Till({ pos, onSaved }: { pos: PosSettings; onSaved: () => Promise<void> }) {
  const [kind, setKind] = useState<Kind>(pos.kind);
  /** Why the saved folder can't be written. */
  const [blockedBy, setBlockedBy] = useState<string>();
  const [saved, setSaved] = useState(false);
  const save = useFormCall('settings.savePos', ['folder', 'url'], 'pos');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    setBlockedBy(undefined);
    const kept = await save.run({ pos: given(kind, new FormData(event.currentTarget)) });
    if (!kept) return;
    if (kept.blockedBy) setBlockedBy(`${say(kept.blockedBy.text)} ${say(kept.blockedBy.hint)}`);
    setSaved(true);
    await onSaved();
  };
  return (
    <section className="part" data-part="till">
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <Choices<Kind>
          legend={t('settings.tillQuestion')}
          name="kind"
          chosen={kind}
          onChoose={(next) => {
            setKind(next);
            setSaved(false);
          }}
          options={KINDS.map((value) => ({ value, label: t(`settings.tillKinds.${value}`), hint: t(`settings.tillWhy.${value}`) }))}
        />
        {kind === 'hot-folder' && (
          <Field
            label={t('settings.folder')}
            name="folder"
            defaultValue={pos.kind === 'hot-folder' ? pos.folder : ''}
            error={save.wrong.folder ?? blockedBy}
          />
        )}
        {kind === 'http' && (
          <>
            <Field
              label={t('settings.tillUrl')}
              name="url"
              type="url"
              defaultValue={pos.kind === 'http' ? pos.url : ''}
              error={save.wrong.url}
            />
            <Tick label={t('settings.plainHttp')} name="plain_http" on={pos.kind === 'http' && pos.plain_http} />
          </>
        )}
        <SaveEnd save={save} saved={saved} />
      </form>
    </section>
  );
}

function given(kind: Kind, fields: FormData): PosSettings {
  const text = (name: string) => String(fields.get(name) ?? '');
  if (kind === 'http') return { kind, url: text('url'), plain_http: fields.get('plain_http') === 'yes' };
  return kind === 'hot-folder' ? { kind, folder: text('folder') } : { kind };
}
