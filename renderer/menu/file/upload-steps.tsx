/** Steps of the last upload; it's done only once the service's menu shows it. */
import { useEffect, useState } from 'react';
import type { PendingView, UploadDifferenceView } from '../../../contract/contract.ts';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useServiceNow } from '../../state/clock.ts';
import { useTopic } from '../../state/ui-state.ts';
import { dayAndClock } from '../../time/texts.ts';
import { t } from '../../words.ts';
import { PendingLine } from '../parts/pending-line.tsx';
import { Difference } from './checked.tsx';

interface Step {
  state: 'done' | 'open' | 'bad';
  text: string;
}
const ICON = { done: 'check', open: 'clock', bad: 'warning' } as const satisfies Record<Step['state'], IconName>;

export function UploadSteps({ venueId }: { venueId: string }) {
  const upload = useTopic('venues')[venueId]?.sale?.upload;
  const now = useServiceNow();
  if (!upload) return null;
  return (
    <section className="part form" aria-label={t('menuFile.steps.title')}>
      <h3>{t('menuFile.steps.title')}</h3>
      <ol className="upload-steps" aria-live="polite">
        {stepsOf(upload, (at) => dayAndClock(at, now)).map(({ state, text }) => (
          <li key={text} data-state={state}>
            <Icon name={ICON[state]} />
            {text}
          </li>
        ))}
      </ol>
      {upload.state === 'refused' && <PendingLine venueId={venueId} pending={upload} />}
      {upload.state === 'unseen' && <ReadBack venueId={venueId} readAt={upload.lookedAt} />}
    </section>
  );
}

/** Differences of the service's menu from the file, after each reading (`readAt`). */
function ReadBack({ venueId, readAt }: { venueId: string; readAt: string | null }) {
  const { run, problem } = useCall('menu.uploadDifference');
  const [of, setOf] = useState<UploadDifferenceView | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said above
  useEffect(() => {
    void run({ venueId }).then((answer) => setOf(answer?.of ?? null));
  }, [run, venueId, readAt]);
  if (problem) return <ProblemText problem={problem} spoken />;
  return (
    of && (
      <section aria-label={t('menuFile.steps.atService')}>
        <h4>{t('menuFile.steps.atService')}</h4>
        <Difference of={of.difference} money={of} />
      </section>
    )
  );
}

function stepsOf({ state, askedAt, sentAt, lookedAt }: PendingView, time: (at: string) => string): Step[] {
  const asked: Step = { state: 'done', text: t('menuFile.steps.asked', { time: time(askedAt) }) };
  if (state === 'refused') return [asked];
  if (state === 'waiting') return [asked, { state: 'open', text: t('menuFile.steps.notSent') }];
  const taken: Step = { state: 'done', text: t('menuFile.steps.taken', { time: time(sentAt ?? askedAt) }) };
  if (state === 'sent') return [asked, taken, { state: 'open', text: t('menuFile.steps.notRead') }];
  const looked = time(lookedAt ?? askedAt);
  return [
    asked,
    taken,
    state === 'seen'
      ? { state: 'done', text: t('menuFile.steps.same', { time: looked }) }
      : { state: 'bad', text: t('menuFile.steps.differs', { time: looked }) },
  ];
}
