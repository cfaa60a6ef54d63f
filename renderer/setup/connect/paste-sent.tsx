/** A box for text the service sent: fills the fields and forgets the text. */
import { useId, useState } from 'react';
import { Icon } from '../../parts/icons.tsx';
import { t } from '../../words.ts';
import { readSent, SENT, type Sent } from './read-sent.ts';
import './paste-sent.css';

type Name = (typeof SENT)[number];
const LABELS: Record<Name, () => string> = {
  authUrl: () => t('connect.authUrl'),
  orderBaseUrl: () => t('connect.orderBaseUrl'),
  deliveryBaseUrl: () => t('connect.deliveryBaseUrl'),
  clientId: () => t('connect.clientId'),
  clientSecret: () => t('connect.clientSecret'),
  authorizationCode: () => t('connect.authorizationCode'),
  redirectUri: () => t('connect.redirectUri'),
};

export function PasteSent({ onFound }: { onFound: (found: Sent) => void }) {
  const id = useId();
  const [found, setFound] = useState<readonly Name[] | null>(null);
  const read = (text: string): boolean => {
    if (text.trim() === '') return false;
    const sent = readSent(text, (label) => SENT.find((name) => LABELS[name]().toLowerCase() === label) ?? null);
    const names = SENT.filter((name) => sent[name] !== undefined);
    setFound(names);
    if (names.length > 0) onFound(sent);
    return names.length > 0;
  };
  return (
    <div className="field paste-sent">
      <label htmlFor={id}>{t('connect.paste')}</label>
      <textarea
        id={id}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        onPaste={(event) => {
          if (read(event.clipboardData.getData('text'))) event.preventDefault();
        }}
        onBlur={({ target }) => {
          if (read(target.value)) target.value = '';
        }}
      />
      <p className="field-hint" id={`${id}-hint`}>
        {t('connect.pasteHint')}
      </p>
      <div role="status">
        {found?.length === 0 && <p>{t('connect.pasteNone')}</p>}
        {found && found.length > 0 && (
          <ul>
            {found.map((name) => (
              <li key={name}>
                <Icon name="check" />
                {LABELS[name]()}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
