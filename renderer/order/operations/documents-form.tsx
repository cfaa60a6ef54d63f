import { type FormEvent, useState } from 'react';
import type { DocumentType } from '../../../contract/contract.ts';
import { FileButton } from '../../parts/form/file-button.tsx';
import { FormSelect } from '../../parts/form/select.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { say, t } from '../../words.ts';
import type { FormProps } from './form-props.ts';

const LARGEST = 10 * 1024 * 1024;

export function DocumentsForm({ order, detail, label, onDone }: FormProps) {
  const { run, busy, problem } = useCall('order.uploadDocument');
  const [wrong, setWrong] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [first] = detail.documents;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setDone(false);
    const fields = new FormData(event.currentTarget);
    const type = String(fields.get('type')) as DocumentType;
    const why = detail.documents.find((document) => document.type === type)?.why ?? null;
    if (why !== null) return setWrong(say(why));
    if (file === null || file.size === 0) return setWrong(t('more.documents.missing'));
    if (file.size > LARGEST) return setWrong(t('more.documents.tooLarge'));
    setWrong(null);
    if (!(await run({ orderId: order.id, type, base64: await base64Of(file) }))) return;
    setDone(true);
    onDone();
  };
  return (
    <form className="more-form" aria-label={label} onSubmit={(event) => void submit(event)} noValidate>
      <ul>
        {detail.documents
          .filter(({ uploaded }) => uploaded)
          .map((document) => (
            <li key={document.type}>{t('more.documents.done', { label: say(document.label) })}</li>
          ))}
      </ul>
      {first && (
        <FormSelect
          name="type"
          label={t('more.documents.kind')}
          chosen={first.type}
          options={detail.documents.map((document) => [document.type, say(document.label)])}
        />
      )}
      <div className="more-file">
        <FileButton label={t('more.documents.file')} accept="application/pdf" onFile={setFile} />
        {file && <bdi role="status">{file.name}</bdi>}
      </div>
      {wrong && (
        <p className="field-error" role="alert">
          {wrong}
        </p>
      )}
      {problem && <ProblemText problem={problem} spoken />}
      <div className="form-end">
        <span role="status">{done && t('more.documents.uploaded')}</span>
        <button type="submit" className="button fill" disabled={busy}>
          {busy ? t('more.documents.uploading') : t('more.documents.upload')}
        </button>
      </div>
    </form>
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
