/** Pairs a screen: its name, what it shows and may do, then the code to scan or type there. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type CallOutput, EVERYTHING, type NewScreen, type TabletView } from '../../../contract/contract.ts';
import { Choices, Field } from '../../parts/form/field.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { t } from '../../words.ts';
import { PairingCode } from './pairing-code.tsx';
import { StationChoice } from './station-choice.tsx';
import { NEW_STATION, StationFields } from './station-fields.tsx';

const VIEWS: readonly TabletView['view'][] = ['station', 'kitchen', 'customer'];

/** The code is shown until used or expired. */
export function NewTablet({ tablets, fingerprint }: { tablets: TabletView[]; fingerprint: string | null }) {
  const pair = useFormCall('displays.pair', ['name', 'venues', 'zones']);
  const [view, setView] = useState<TabletView['view']>('station');
  const [station, setStation] = useState(NEW_STATION);
  const [kitchen, setKitchen] = useState(EVERYTHING);
  const [way, setWay] = useState<{ given: CallOutput<'displays.pair'>; known: Set<string> } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const hasCome = way !== null && tablets.some(({ id }) => !way.known.has(id));
  useEffect(() => {
    if (!hasCome) return;
    setWay(null);
    form.current?.reset();
    setStation(NEW_STATION);
  }, [hasCome]);
  useEffect(() => {
    if (!way) return;
    const over = setTimeout(() => setWay(null), way.given.validSeconds * 1_000);
    return () => clearTimeout(over);
  }, [way]);
  const asked = (name: string): NewScreen => {
    if (view === 'station') return { name, ...station };
    return { name, view, station: view === 'kitchen' && kitchen !== EVERYTHING ? kitchen : null };
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = await pair.run(asked(String(new FormData(event.currentTarget).get('tablet-name'))));
    if (!given) return;
    setWay({ given, known: new Set(tablets.map(({ id }) => id)) });
  };
  return (
    <form
      ref={form}
      className="form form-inset"
      aria-label={t('settings.displays.add')}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h3>{t('settings.displays.add')}</h3>
      <Field
        label={t('settings.displays.name')}
        name="tablet-name"
        maxLength={40}
        hint={t('settings.displays.nameHint')}
        error={pair.wrong.name}
      />
      <Choices
        legend={t('settings.displays.shows')}
        name="tablet-view"
        chosen={view}
        onChoose={setView}
        options={VIEWS.map((value) => ({ value, label: t(`settings.displays.${value}`) }))}
      />
      {view === 'station' && <StationFields station={station} onChange={setStation} wrong={pair.wrong} />}
      {view === 'kitchen' && <StationChoice station={kitchen} onChoose={setKitchen} />}
      {pair.problem && <ProblemText problem={pair.problem} spoken />}
      <div className="form-end">
        <button type="submit" className="button fill" disabled={pair.busy}>
          {t('settings.displays.makeCode')}
        </button>
      </div>
      <div role="status">{way && <PairingCode given={way.given} fingerprint={fingerprint} />}</div>
    </form>
  );
}
