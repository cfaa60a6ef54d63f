import type { Cause } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { say, t } from '../../words.ts';

export function Causes({ causes, title }: { causes: Cause[]; title?: string }) {
  if (causes.length === 0) return null;
  return (
    <section className="causes" aria-label={title}>
      {title && <h3>{title}</h3>}
      <ul>
        {causes.map(({ cause, text, sure }) => (
          <li key={say(text)} data-cause={cause}>
            <Icon name={sure ? 'warning' : 'question'} />
            <span>
              {!sure && <small>{t('history.maybe')}: </small>}
              {say(text)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
