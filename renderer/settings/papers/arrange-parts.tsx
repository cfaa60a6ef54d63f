/** The parts of one paper from top to bottom: shown or not, how large, and in which place. */
import { type ArrangedPaper, NEVER_LEFT_OUT, PAPER_PARTS, type PaperPart, type PartSize } from '../../../contract/contract.ts';
import { words } from '../../words.ts';

const said = words.settings.papers;
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
      <legend>{said.parts}</legend>
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
                <strong>{said.part[part]}</strong>
                {NEVER_LEFT_OUT[paper].includes(part) && <small>{said.needed}</small>}
              </span>
            </label>
            <select
              aria-label={said.sizeOf(said.part[part])}
              value={size}
              onChange={(event) => onChange(parts.map((one) => (one.part === part ? { part, size: event.target.value as PartSize } : one)))}
            >
              {SIZES.map((one) => (
                <option key={one} value={one}>
                  {said.sizes[one]}
                </option>
              ))}
            </select>
            <button
              type="button"
              className="button"
              aria-label={said.up(said.part[part])}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            >
              ↑
            </button>
            <button
              type="button"
              className="button"
              aria-label={said.down(said.part[part])}
              disabled={at === parts.length - 1}
              onClick={() => move(at, at + 1)}
            >
              ↓
            </button>
          </li>
        ))}
        {hidden.map((part) => (
          <li key={part} className="paper-part">
            <label className="choice">
              <input type="checkbox" checked={false} onChange={() => onChange([...parts, { part, size: 'normal' }])} />
              <span>
                <strong>{said.part[part]}</strong>
              </span>
            </label>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
