/** A dish's choices, each after its option's name: "Onion" alone could mean with or without. */
import type { AllergyView, ItemView } from '../../../../contract/contract.ts';
import { Icon } from '../../../parts/icons.tsx';
import { t } from '../../../words.ts';
import { Marked } from '../note.tsx';
import './choices.css';

/** Consecutive choices of one option show its name only once. */
export function Choices({ of }: { of: ItemView['options'] }) {
  return of.map(({ group, value, count, allergies }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: choices have no id, and the same may stand there twice
    <span key={place} className="chosen">
      {group.trim() !== '' && <span className={of[place - 1]?.group === group ? 'unseen' : undefined}>{group}: </span>}
      {count > 1 && `${count}× `}
      <OptionValue value={value} of={allergies} />
    </span>
  ));
}

function OptionValue({ value, of }: { value: string; of: AllergyView | null }) {
  if (of === null) return value;
  return (
    <span className="allergy-choice">
      <Icon name="warning" />
      <span className="unseen">{t('card.allergy')}: </span>
      <Marked text={value} of={of} />
    </span>
  );
}
