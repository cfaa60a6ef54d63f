import { t } from '../words.ts';
import './keys-help.css';

export function KeysHelp() {
  const keys: [string, string][] = [
    ['1 – 9', t('keys.choose')],
    ['← ↑ → ↓', t('keys.arrows')],
    ['Home', t('keys.first')],
    ['Page ↑ ↓', t('keys.pages')],
    ['Enter', t('keys.next')],
    ['A', t('keys.accept')],
    ['+', t('keys.more')],
    ['R', t('keys.ready')],
    ['X', t('keys.reject')],
    ['U', t('keys.undo')],
    ['O', t('keys.open')],
    ['S', t('keys.soldOut')],
    ['Ctrl K', t('keys.palette')],
    [t('keys.scanner'), t('keys.scan')],
  ];
  return (
    <section className="part" aria-label={t('keys.title')}>
      <h3>{t('keys.title')}</h3>
      <dl className="keys-list">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
