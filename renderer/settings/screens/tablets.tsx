/** The paired screens: what each shows and may do, whether it's connected, changing and unpairing it. */
import { useCallback, useEffect, useState } from 'react';
import type { CallOutput, Station, TabletView } from '../../../contract/contract.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DangerEnd } from '../../parts/form/danger-end.tsx';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useNow } from '../../state/clock.ts';
import { entryOf } from '../../state/entry-of.ts';
import { call } from '../../state/link.ts';
import { useTopic } from '../../state/ui-state.ts';
import { dayAndClock } from '../../time/texts.ts';
import { t } from '../../words.ts';
import { ChangeStation } from './change-station.tsx';
import { NewTablet } from './new-tablet.tsx';
import { useStationName } from './station-choice.tsx';

const LOOK_EVERY_MS = 2_000;
const ICONS: Record<TabletView['view'], IconName> = { station: 'board', kitchen: 'kitchen', customer: 'people' };

type Listed = CallOutput<'displays.list'>;

export function Tablets() {
  const [listed, setListed] = useState<Listed | null>(null);
  /** The tablet that staff are asked about unpairing, or 'all'. */
  const [leaving, setLeaving] = useState<TabletView | 'all' | null>(null);
  const [changing, setChanging] = useState<StationTablet | null>(null);
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
  const { tablets, trouble, stationTrouble, authority } = listed;
  return (
    <>
      {trouble && <ProblemText problem={trouble} spoken />}
      {stationTrouble && <ProblemText problem={stationTrouble} spoken />}
      {tablets.length === 0 && <p>{t('settings.displays.none')}</p>}
      {tablets.length > 0 && (
        <ul className="rows" aria-label={t('settings.displays.list')}>
          {tablets.map((tablet) => (
            <li key={tablet.id}>
              <Tablet tablet={tablet} onChange={setChanging} onSendAway={() => setLeaving(tablet)} />
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
      <NewTablet tablets={tablets} fingerprint={authority?.fingerprint ?? null} />
      {changing && (
        <ChangeStation
          id={changing.id}
          name={changing.name}
          station={stationOf(changing)}
          onDone={read}
          onClose={() => setChanging(null)}
        />
      )}
      {leaving && <SendAway who={leaving} onDone={read} onClose={() => setLeaving(null)} />}
    </>
  );
}

interface TabletProps {
  tablet: TabletView;
  onChange: (station: StationTablet) => void;
  onSendAway: () => void;
}

function Tablet({ tablet, onChange, onSendAway }: TabletProps) {
  const now = useNow();
  const { name, view, isHere, lastSeenAt } = tablet;
  const kitchen = useStationName(view === 'kitchen' ? tablet.station : null);
  const may = useMayText(view === 'station' ? tablet : null);
  return (
    <div className="row">
      <Icon name={ICONS[view]} />
      <p className="row-words">
        <strong>{name}</strong>
        <span>{[t(`settings.displays.${view}`), kitchen].filter(Boolean).join(', ')}</span>
        {may && <span className="second">{may}</span>}
        <span className="row-state" data-state={isHere ? 'ready' : 'unknown'}>
          {isHere ? t('settings.displays.here') : t('settings.displays.seen', { time: dayAndClock(lastSeenAt, now) })}
        </span>
      </p>
      <div className="row-buttons">
        {view === 'station' && (
          <button
            type="button"
            className="button quiet"
            aria-label={t('settings.displays.changeNamed', { name })}
            onClick={() => onChange(tablet)}
          >
            {t('settings.displays.change')}
          </button>
        )}
        <button type="button" className="button quiet stop" aria-label={t('settings.displays.unpairNamed', { name })} onClick={onSendAway}>
          {t('settings.displays.unpair')}
        </button>
      </div>
    </div>
  );
}

type StationTablet = Extract<TabletView, { view: 'station' }>;

const stationOf = ({ view, rights, venues, zones, rings }: StationTablet): Station => ({ view, rights, venues, zones, rings });

/** A station's rights, and what it shows if that's not everything. */
function useMayText(station: Station | null): string | null {
  const known = useTopic('venues');
  if (station === null) return null;
  const { rights, venues, zones, rings } = station;
  const may = rights.map((right) => t(`settings.displays.rights.${right}`));
  const parts = [
    may.length > 0 ? may.join(', ') : t('settings.displays.looksOnly'),
    venues?.map((id) => entryOf(known, id)?.name ?? id).join(', '),
    zones?.map((zone) => t(`board.columns.${zone}`)).join(', '),
    rings && t('settings.displays.ringsShort'),
  ];
  return parts.filter(Boolean).join(' · ');
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
