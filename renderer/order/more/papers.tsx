/** The order's printouts by printer, with buttons to confirm or reprint unconfirmed ones. */
import { useState } from 'react';
import { type CallInput, DOCUMENTS_AGAIN, type OrderCard, type OrderDetail } from '../../../contract/contract.ts';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useServiceNow } from '../../state/clock.ts';
import { useMay } from '../../state/ui-state.ts';
import { dayAndClock } from '../../time/texts.ts';
import { say, t } from '../../words.ts';

type Document = CallInput<'print.again'>['document'];
export function Papers({ order, detail, onDone }: { order: OrderCard; detail: OrderDetail; onDone: () => void }) {
  const now = useServiceNow();
  const again = useCall('print.again');
  const seen = useCall('print.seen');
  const mayPack = useMay('pack');
  const [asked, setAsked] = useState('');
  const print = async (document: string, label: string, part: number, printerId: string) => {
    setAsked('');
    const answer = await again.run({ orderId: order.id, document: document as Document, part, printerId });
    if (!answer) return;
    setAsked(t('more.printouts.asked', { label, count: answer.papers }));
    onDone();
  };
  const haveIt = async (document: string, part: number, printerId: string) => {
    setAsked('');
    if (await seen.run({ orderId: order.id, document, part, printerId })) onDone();
  };
  return (
    <>
      {detail.papers.length === 0 && <p>{t('more.printouts.none')}</p>}
      <ul className="more-papers">
        {detail.papers.map(({ at, document, part, printerId, label, text, proof }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ledger only grows at its end
          <li key={`${place} ${document} ${part}`} data-proof={proof}>
            <time dateTime={at}>{dayAndClock(at, now)}</time> {say(text)}
            {proof === 'sent' && mayPack && (
              <span className="more-buttons">
                <button
                  type="button"
                  className="button"
                  aria-label={t('more.printouts.outNamed', { label: say(label) })}
                  disabled={seen.busy}
                  onClick={() => void haveIt(document, part, printerId)}
                >
                  {t('more.printouts.out')}
                </button>
                {DOCUMENTS_AGAIN.some((name) => name === document) && (
                  <button
                    type="button"
                    className="button"
                    aria-label={t('more.printouts.againNamed', { label: say(label) })}
                    disabled={again.busy}
                    onClick={() => void print(document, say(label), part, printerId)}
                  >
                    {t('more.printouts.again')}
                  </button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status">{asked}</p>
      {again.problem && <ProblemText problem={again.problem} spoken />}
      {seen.problem && <ProblemText problem={seen.problem} spoken />}
    </>
  );
}
