/** A pairing code as shown: for a station the venue's certificate first, and the link for a computer. */
import { useEffect, useRef } from 'react';
import type { CallOutput } from '../../../contract/contract.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { t } from '../../words.ts';

const SECONDS_A_MINUTE = 60;

interface PairingCodeProps {
  given: CallOutput<'displays.pair'>;
  /** Fingerprint of the venue's certificate authority. */
  fingerprint: string | null;
}

export function PairingCode({ given: { url, code, qr, validSeconds, guideUrl, guideQr, computerLink }, fingerprint }: PairingCodeProps) {
  const { origin } = new URL(url);
  const own = useRef<HTMLDivElement>(null);
  // The code may appear out of sight.
  useEffect(() => {
    own.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={own} className="pairing">
      {guideQr !== null && (
        <figure className="tablet">
          <img src={guideQr} alt={t('settings.displays.guideQr')} />
          <figcaption>
            <span>{t('settings.displays.guide')}</span>
            <code className="tablet-print">{fingerprint}</code>
            <code>{guideUrl}</code>
          </figcaption>
        </figure>
      )}
      <figure className="tablet">
        <img src={qr} alt={t('settings.displays.qr')} />
        <figcaption>
          <span>{t('settings.displays.scan')}</span>
          <code className="tablet-address">{origin}</code>
          <strong>
            <code className="tablet-code">{code}</code>
          </strong>
          <small>{t('settings.displays.validFor', { minutes: validSeconds / SECONDS_A_MINUTE })}</small>
        </figcaption>
      </figure>
      {computerLink !== null && (
        <div className="tablet-computer">
          <p>{t('settings.displays.onComputer')}</p>
          <Copyable text={`Tillbridge --station "${computerLink}"`} />
        </div>
      )}
    </div>
  );
}
