import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type CallOutput, type DisplayView, EVERYTHING, type TabletView } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DangerEnd } from '../../parts/form/danger-end.tsx';
import { Choices, Field } from '../../parts/form/field.tsx';
import { useFormCall } from '../../parts/form/use-form-call.ts';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useNow } from '../../state/clock.ts';
import { call } from '../../state/link.ts';
import { dayAndClock } from '../../time/texts.ts';
import { t } from '../../words.ts';
import { StationChoice, useStationName } from './station-choice.tsx';

const VIEWS: readonly DisplayView[] = ['kitchen', 'customer'];
const LOOK_EVERY_MS = 2_000;
const SECONDS_A_MINUTE = 60;

type Listed = CallOutput<'displays.list'>;

export function Tablets() {
  const [listed, setListed] = useState<Listed | null>(null);
  /** The tablet that staff are asked about unpairing, or 'all'. */
  const [leaving, setLeaving] = useState<TabletView | 'all' | null>(null);
  const read = useCallback(async () => {
    const answer = await call('displays.list', {});
    if (answer.ok) setListed(answer.value);
  }, []);
  useEffect(() => {
    void read();
    const looking = setInterval(() => void read(), LOOK_EVERY_MS);
    return () => clearInterval(looking);
  }, [read]);
  if (!listed) return null;
  const { tablets, trouble } = listed;
  return (
    <>
      {trouble && <ProblemText problem={trouble} spoken />}
      {tablets.length === 0 && <p>{t('settings.displays.none')}</p>}
      {tablets.length > 0 && (
        <ul className="rows" aria-label={t('settings.displays.list')}>
          {tablets.map((tablet) => (
            <li key={tablet.id}>
              <Tablet tablet={tablet} onSendAway={() => setLeaving(tablet)} />
            </li>
          ))}
        </ul>
      )}
      {tablets.length > 1 && (
        <div className="form-end">
          <button type="button" className="button quiet stop" onClick={() => setLeaving('all')}>
            {t('settings.displays.unpairAll')}
          </button>
        </div>
      )}
      <NewTablet tablets={tablets} />
      {leaving && <SendAway who={leaving} onDone={read} onClose={() => setLeaving(null)} />}
    </>
  );
}

function Tablet({ tablet, onSendAway }: { tablet: TabletView; onSendAway: () => void }) {
  const now = useNow();
  const { name, view, isHere, lastSeenAt } = tablet;
  const station = useStationName(tablet.view === 'kitchen' ? tablet.station : null);
  return (
    <div className="row">
      <Icon name={view === 'kitchen' ? 'kitchen' : 'people'} />
      <p className="row-words">
        <strong>{name}</strong>
        <span>{[t(`settings.displays.${view}`), station].filter(Boolean).join(', ')}</span>
        <span className="row-state" data-state={isHere ? 'ready' : 'unknown'}>
          {isHere ? t('settings.displays.here') : t('settings.displays.seen', { time: dayAndClock(lastSeenAt, now) })}
        </span>
      </p>
      <div className="row-buttons">
        <button type="button" className="button quiet stop" aria-label={t('settings.displays.unpairNamed', { name })} onClick={onSendAway}>
          {t('settings.displays.unpair')}
        </button>
      </div>
    </div>
  );
}

function SendAway({ who, onDone, onClose }: { who: TabletView | 'all'; onDone: () => Promise<void>; onClose: () => void }) {
  const sending = useCall('displays.sendAway');
  return (
    <Dialog
      title={who === 'all' ? t('settings.displays.unpairAllTitle') : t('settings.displays.unpairTitle', { name: who.name })}
      onClose={onClose}
    >
      <p className="dialog-text">{t('settings.displays.unpairWhy')}</p>
      <DangerEnd
        action={sending}
        keep={t('settings.displays.keep')}
        go={who === 'all' ? t('settings.displays.unpairAll') : t('settings.displays.unpair')}
        onKeep={onClose}
        onGo={async () => {
          if (!(await sending.run({ id: who === 'all' ? null : who.id }))) return;
          await onDone();
          onClose();
        }}
      />
    </Dialog>
  );
}

/** Asks for a tablet's name and view; shows the pairing code until used or expired. */
function NewTablet({ tablets }: { tablets: TabletView[] }) {
  const pair = useFormCall('displays.pair', ['name']);
  const [view, setView] = useState<DisplayView>('kitchen');
  const [station, setStation] = useState(EVERYTHING);
  const [way, setWay] = useState<{ given: CallOutput<'displays.pair'>; known: Set<string> } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const hasCome = way !== null && tablets.some(({ id }) => !way.known.has(id));
  useEffect(() => {
    if (!hasCome) return;
    setWay(null);
    form.current?.reset();
  }, [hasCome]);
  useEffect(() => {
    if (!way) return;
    const over = setTimeout(() => setWay(null), way.given.validSeconds * 1_000);
    return () => clearTimeout(over);
  }, [way]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('tablet-name'));
    const given = await pair.run({ view, name, station: view === 'kitchen' && station !== EVERYTHING ? station : null });
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
      {view === 'kitchen' && <StationChoice station={station} onChoose={setStation} />}
      {pair.problem && <ProblemText problem={pair.problem} spoken />}
      <div className="form-end">
        <button type="submit" className="button fill" disabled={pair.busy}>
          {t('settings.displays.makeCode')}
        </button>
      </div>
      <div role="status">{way && <Way given={way.given} />}</div>
    </form>
  );
}

function Way({ given: { url, code, qr, validSeconds } }: { given: CallOutput<'displays.pair'> }) {
  const { origin } = new URL(url);
  const own = useRef<HTMLElement>(null);
  // The code may appear out of sight.
  useEffect(() => {
    own.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <figure ref={own} className="tablet">
      <img src={qr} alt={t('settings.displays.qr')} />
      <figcaption>
        <span>{t('settings.displays.scan')}</span>
        <code>{origin}</code>
        <strong>
          <code className="tablet-code">{code}</code>
        </strong>
        <small>{t('settings.displays.validFor', { minutes: validSeconds / SECONDS_A_MINUTE })}</small>
      </figcaption>
    </figure>
  );
}
