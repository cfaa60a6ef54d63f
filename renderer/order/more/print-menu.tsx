import { useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger } from 'react-aria-components';
import type { CallInput, OrderCard, OrderDetail } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { Popover } from '../../parts/popover.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { useMay } from '../../state/ui-state.ts';
import { watchMoves } from '../../touch/lock.ts';
import { say, t } from '../../words.ts';

type Document = CallInput<'print.again'>['document'];

export function PrintMenu({ order, detail, onDone }: { order: OrderCard; detail: OrderDetail; onDone: () => void }) {
  const again = useCall('print.again');
  const [asked, setAsked] = useState('');
  const mayPack = useMay('pack');
  if (detail.printable.length === 0 || !mayPack) return null;
  const print = async (document: Document) => {
    setAsked('');
    const label = say(detail.printable.find((one) => one.document === document)?.label ?? '');
    const answer = await again.run({ orderId: order.id, document, part: null, printerId: null });
    if (!answer) return;
    setAsked(t('more.printouts.asked', { label, count: answer.papers }));
    onDone();
  };
  return (
    <>
      <p className="sheet-status" role="status">
        {asked}
      </p>
      {again.problem && <ProblemText problem={again.problem} spoken />}
      <MenuTrigger>
        <Button ref={watchMoves} className="button" isDisabled={again.busy}>
          <Icon name="printer" />
          {t('more.printouts.menu')}
          <Icon name="up" className="small" />
        </Button>
        <Popover className="menu" placement="top end">
          <div data-of-order={order.id} data-order={order.number}>
            <Menu className="menu-list" aria-label={t('more.printouts.menu')} onAction={(key) => void print(key as Document)}>
              {detail.printable.map(({ document, label }) => (
                <MenuItem
                  key={document}
                  id={document}
                  className="menu-item"
                  textValue={t('more.printouts.print', { label: say(label) })}
                  aria-label={t('more.printouts.print', { label: say(label) })}
                >
                  {say(label)}
                </MenuItem>
              ))}
            </Menu>
          </div>
        </Popover>
      </MenuTrigger>
    </>
  );
}
