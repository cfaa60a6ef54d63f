/** A printout's parts in order: whether and how large each prints. */
import { type ArrangedPaper, NEVER_LEFT_OUT, PAPER_PARTS, type PaperPart, type PartSize } from '../../../contract/contract.ts';
import { SelectField } from '../../parts/form/select.tsx';
import { Icon } from '../../parts/icons.tsx';
import { t } from '../../words.ts';

const SIZES: readonly PartSize[] = ['small', 'normal', 'large'];

export interface Part {
  part: PaperPart;
  size: PartSize;
}

interface ArrangePartsProps {
  paper: ArrangedPaper;
  parts: readonly Part[];
  onChange: (parts: Part[]) => void;
}

export function ArrangeParts({ paper, parts, onChange }: ArrangePartsProps) {
  const hidden = PAPER_PARTS[paper].filter((name) => !parts.some(({ part }) => part === name));
  const move = (from: number, to: number) => {
    const next = [...parts];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <fieldset className="choices">
      <legend>{t('settings.layout.parts')}</legend>
      <ol className="paper-parts">
        {parts.map(({ part, size }, at) => (
          <li key={part} className="paper-part">
            <label className="choice">
              <input
                type="checkbox"
                checked
                disabled={NEVER_LEFT_OUT[paper].includes(part)}
                onChange={() => onChange(parts.filter((one) => one.part !== part))}
              />
              <span>
                {t(`settings.layout.part.${part}`)}
                {NEVER_LEFT_OUT[paper].includes(part) && <small>{t('settings.layout.needed')}</small>}
              </span>
            </label>
            <SelectField<PartSize>
              quiet
              label={t('settings.layout.sizeOf', { part: t(`settings.layout.part.${part}`) })}
              value={size}
              onChoose={(next) => onChange(parts.map((one) => (one.part === part ? { part, size: next } : one)))}
              options={SIZES.map((one) => [one, t(`settings.layout.sizes.${one}`)])}
            />
            <button
              type="button"
              className="button square"
              aria-label={t('settings.layout.up', { part: t(`settings.layout.part.${part}`) })}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              className="button square"
              aria-label={t('settings.layout.down', { part: t(`settings.layout.part.${part}`) })}
              disabled={at === parts.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <Icon name="down" />
            </button>
          </li>
        ))}
        {hidden.map((part) => (
          <li key={part} className="paper-part">
            <label className="choice">
              <input type="checkbox" checked={false} onChange={() => onChange([...parts, { part, size: 'normal' }])} />
              <span>{t(`settings.layout.part.${part}`)}</span>
            </label>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
