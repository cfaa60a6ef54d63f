/** The consumer's own words: bigger and brighter than anything around them. */
import { Icon } from '../../parts/icons.tsx';
import { words } from '../../words.ts';
import './comment.css';

export function Comment({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p className="comment">
      <Icon name="note" />
      <span className="unseen">{words.card.comment}: </span>
      <span>{text}</span>
    </p>
  );
}
