/** Allergy words in an order's texts: as a list, or underlined in the text. */
import type { ReactNode } from 'react';
import type { AllergyView } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { t } from '../../words.ts';
import './note.css';

/** Icon and label too, because color alone isn't accessible. */
export function AllergyTag({ of }: { of: AllergyView | null }) {
  if (!of) return null;
  return (
    <strong className="allergy-tag">
      <Icon name="warning" />
      <span>
        {t('card.allergy')}:{' '}
        {of.words.map((word, at) => (
          <span key={word}>
            {at > 0 && ' · '}
            <bdi>{word}</bdi>
          </span>
        ))}
      </span>
    </strong>
  );
}

export function Marked({ text, of }: { text: string; of: AllergyView | null }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of of?.ranges ?? []) {
    parts.push(text.slice(at, start));
    parts.push(
      <mark key={start} className="allergy-word">
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return (
    <span>
      {parts}
      {text.slice(at)}
    </span>
  );
}
