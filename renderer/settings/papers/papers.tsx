import { useState } from 'react';
import {
  ARRANGED_PAPERS,
  type ArrangedPaper,
  LANGUAGES,
  type Language,
  OWN_NAME,
  type PaperTemplate,
  USUAL_TEMPLATE,
} from '../../../contract/contract.ts';
import { Choices, TextField } from '../../parts/form/field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { SelectField } from '../../parts/form/select.tsx';
import { useCall } from '../../parts/use-call.ts';
import { t } from '../../words.ts';
import { Managed } from '../managed.tsx';
import { ArrangeParts } from './arrange-parts.tsx';
import { LogoField } from './logo-field.tsx';
import { PaperPreview } from './paper-preview.tsx';
import { TemplateFile } from './template-file.tsx';
import './papers.css';

const CODES = ['none', 'qr', 'barcode'] as const;

export function Papers({ template: kept, onSaved }: { template: PaperTemplate; onSaved: () => Promise<void> }) {
  const [template, setTemplate] = useState(kept);
  const [paper, setPaper] = useState<ArrangedPaper>('kitchen-ticket');
  const [saved, setSaved] = useState(false);
  const save = useCall('settings.saveTemplate');
  const change = (next: PaperTemplate) => {
    setSaved(false);
    setTemplate(next);
  };
  const put = async () => {
    if (!(await save.run({ template }))) return;
    setSaved(true);
    await onSaved();
  };
  const arrangement = template[paper];

  return (
    <section className="part" aria-label={t('settings.layout.title')}>
      <div className="form">
        <div className="form-pair">
          <Managed places={['template.language']}>
            <SelectField<Language>
              label={t('settings.layout.language')}
              value={template.language}
              options={LANGUAGES.map((code) => [code, OWN_NAME[code]])}
              onChoose={(language) => change({ ...template, language })}
            />
          </Managed>
          <Managed places={['template.code']}>
            <SelectField<PaperTemplate['code']>
              label={t('settings.layout.code')}
              value={template.code}
              options={CODES.map((code) => [code, t(`settings.layout.codes.${code}`)])}
              onChoose={(code) => change({ ...template, code })}
            />
          </Managed>
          <Managed places={['template.logo']}>
            <LogoField has={template.logo !== null} onChange={(logo) => change({ ...template, logo })} />
          </Managed>
        </div>
        <Choices<ArrangedPaper>
          legend={t('settings.layout.which')}
          name="paper-shown"
          chosen={paper}
          onChoose={setPaper}
          options={ARRANGED_PAPERS.map((name) => ({ value: name, label: t(`settings.layout.names.${name}`) }))}
        />
        <Managed places={[`template.${paper}`]}>
          <div className="form-pair">
            <TextField
              label={t('settings.layout.header')}
              value={arrangement.header}
              onChange={(header) => change({ ...template, [paper]: { ...arrangement, header } })}
            />
            <TextField
              label={t('settings.layout.footer')}
              value={arrangement.footer}
              onChange={(footer) => change({ ...template, [paper]: { ...arrangement, footer } })}
            />
          </div>
        </Managed>
        <div className="papers">
          <Managed places={[`template.${paper}`]}>
            <ArrangeParts
              paper={paper}
              parts={arrangement.parts}
              onChange={(parts) => change({ ...template, [paper]: { ...arrangement, parts } })}
            />
          </Managed>
          <PaperPreview template={template} paper={paper} />
        </div>
        <TemplateFile template={template} onOpen={change} />
        <SaveEnd save={save} saved={saved} text={t('settings.layout.save')} changed={!saved && template !== kept} onSave={() => void put()}>
          <button type="button" className="button" onClick={() => change({ ...template, [paper]: USUAL_TEMPLATE[paper] })}>
            {t('settings.layout.usual')}
          </button>
        </SaveEnd>
      </div>
    </section>
  );
}
