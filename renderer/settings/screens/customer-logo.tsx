/** The logo of the customer screen, from an image file. */
import { useState } from 'react';
import { MOST_PICTURE_BYTES } from '../../../contract/contract.ts';
import { base64Of } from '../../parts/base64.ts';
import { FileButton } from '../../parts/form/file-button.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useApp } from '../../state/ui-state.ts';
import { t } from '../../words.ts';

export function CustomerLogo() {
  const address = useApp()?.customerLogo ?? null;
  const save = useCall('displays.saveLogo');
  const [isTooLarge, setTooLarge] = useState(false);
  const take = async (file: File) => {
    setTooLarge(file.size > MOST_PICTURE_BYTES);
    if (file.size <= MOST_PICTURE_BYTES) await save.run({ picture: base64Of(new Uint8Array(await file.arrayBuffer())) });
  };
  return (
    <div className="screen-logo">
      <h3>{t('settings.displays.logo')}</h3>
      {address !== null && <img key={address} src={address} alt={t('settings.displays.logo')} />}
      <div className="row-buttons">
        <FileButton
          label={address === null ? t('settings.layout.logo') : t('settings.layout.logoOther')}
          accept="image/png,image/jpeg"
          onFile={(file) => void take(file)}
        />
        {address !== null && (
          <button type="button" className="button quiet" disabled={save.busy} onClick={() => void save.run({ picture: null })}>
            {t('settings.layout.logoRemove')}
          </button>
        )}
      </div>
      <p className="field-hint">{t('settings.displays.logoHint')}</p>
      {isTooLarge && (
        <p className="field-error" role="alert">
          {t('settings.displays.logoTooLarge')}
        </p>
      )}
      {!isTooLarge && save.problem && <ProblemText problem={save.problem} spoken />}
    </div>
  );
}
