/** The layout as a file, for another computer or venue. */
import { useState } from 'react';
import * as v from 'valibot';
import { fileText, mistakeIn, PaperTemplate } from '../../../contract/contract.ts';
import { FileButton } from '../../parts/form/file-button.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { say, t } from '../../words.ts';

export function TemplateFile({ template, onOpen }: { template: PaperTemplate; onOpen: (template: PaperTemplate) => void }) {
  const [text, setText] = useState('');
  const open = async (file: File) => {
    const read = readTemplate(fileText(new Uint8Array(await file.arrayBuffer())));
    if ('wrong' in read) return setText(t('settings.layout.fileWrong', { name: file.name, why: read.wrong }));
    setText(t('settings.layout.fileOpened', { name: file.name }));
    onOpen(read.template);
  };
  return (
    <div className="paper-file">
      <button type="button" className="button" onClick={() => saveFile('paper-template.json', `${JSON.stringify(template, null, 2)}\n`)}>
        {t('settings.layout.fileSave')}
      </button>
      <FileButton label={t('settings.layout.fileOpen')} accept="application/json,.json" onFile={(file) => void open(file)} />
      <p role="status">{text}</p>
    </div>
  );
}

function readTemplate(text: string): { template: PaperTemplate } | { wrong: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { wrong: t('settings.layout.notJson') };
  }
  const read = v.safeParse(PaperTemplate, value);
  if (read.success) return { template: read.output };
  const [issue] = read.issues;
  return { wrong: `${v.getDotPath(issue) ?? ''}: ${say(mistakeIn(issue))}` };
}
