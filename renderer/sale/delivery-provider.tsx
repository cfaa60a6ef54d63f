/** Who delivers a venue's orders; a change needs confirmation. */
import { useEffect, useState } from 'react';
import { PendingLine } from '../menu/parts/pending-line.tsx';
import { Choices } from '../parts/form/field.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { t } from '../words.ts';
import { useHours } from './hours/use-hours.ts';
import './hours/hours.css';

const PROVIDERS = ['SERVICE', 'SELF_DELIVERY'] as const;
type Provider = (typeof PROVIDERS)[number];
const isKnown = (provider: string): provider is Provider => PROVIDERS.some((one) => one === provider);

export function DeliveryProvider({ venueId, name }: { venueId: string; name: string }) {
  const { hours } = useHours(venueId);
  const pending = hours?.providerPending ?? null;
  const { run: ask, problem: unread } = useCall('sale.deliveryProvider');
  const send = useCall('sale.setDeliveryProvider');
  const [reported, setReported] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Provider | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what became of a change is a reason to ask again
  useEffect(() => {
    let isOver = false;
    void ask({ venueId }).then((answer) => {
      if (!isOver && answer) setReported(answer.provider);
    });
    return () => {
      isOver = true;
    };
  }, [ask, venueId, pending?.state]);
  const change = async (provider: Provider) => {
    if (await send.run({ venueId, provider })) setChosen(null);
  };
  const now = reported !== null && isKnown(reported) ? reported : null;
  return (
    <div className="hours form">
      <p className="page-note">{t('provider.why')}</p>
      {unread && <ProblemText problem={unread} spoken />}
      {reported !== null && now === null && <p>{t('provider.other', { word: reported })}</p>}
      <Choices<Provider>
        legend={t('provider.question')}
        name={`provider-${venueId}`}
        chosen={chosen ?? now}
        onChoose={(provider) => setChosen(provider === now ? null : provider)}
        options={PROVIDERS.map((value) => ({ value, label: t(`provider.names.${value}`), hint: t(`provider.hints.${value}`) }))}
      />
      {chosen !== null && (
        <section className="part form" aria-label={t('provider.sure')}>
          <p>
            <strong>{t('provider.sure')}</strong> {t(`provider.then.${chosen}`, { name })}
          </p>
          <div className="form-end">
            <button type="button" className="button" onClick={() => setChosen(null)}>
              {t('settings.cancel')}
            </button>
            <button type="button" className="button fill" disabled={send.busy} onClick={() => void change(chosen)}>
              {t('provider.go')}
            </button>
          </div>
        </section>
      )}
      {send.problem && <ProblemText problem={send.problem} spoken />}
      <PendingLine venueId={venueId} pending={pending} />
    </div>
  );
}
