/** Shared parts: problems, facts, addresses, dialogs, tables, toasts. */
import { Button, DialogTrigger } from 'react-aria-components';
import { message } from '../../../contract/contract.ts';
import { Table } from '../../diagnostics/table.tsx';
import { KeysHelp } from '../../keys/keys-help.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Fact } from '../../parts/fact.tsx';
import { useLastChange } from '../../parts/last-change.ts';
import { Popover } from '../../parts/popover.tsx';
import { Problems, ProblemText } from '../../parts/problem.tsx';
import { ScanAnswer } from '../../parts/scan-answer.tsx';
import { TouchNotice } from '../../parts/touch-notice.tsx';
import { KeptToast } from '../../settings/undo-toast.tsx';
import { useNotice, type WhyNot } from '../../touch/notice.ts';
import { t } from '../../words.ts';
import { card } from '../made-up/cards.ts';
import { States, story } from '../scene.tsx';
import '../../diagnostics/diagnostics.css';
import '../../parts/form/form.css';
import '../../parts/rows.css';
import '../../settings/settings.css';
import '../../unanswered/unanswered.css';

export default { title: 'Parts' };

const nothing = () => undefined;
const OUT = { code: 'x', text: message('printer.outOfPaper'), hint: message('printer.insertRoll') };

export const Messages = story(() => (
  <States
    of={{
      'with what to do': <ProblemText problem={OUT} />,
      without: <ProblemText problem={{ code: 'x', text: message('service.unreachable') }} />,
      'read out at once': <ProblemText problem={OUT} spoken />,
      several: <Problems problems={[OUT, { code: 'y', text: message('till.notResponding') }]} />,
      address: (
        <div className="receive-address">
          <Copyable text="http://127.0.0.1:8741/notifications" />
        </div>
      ),
      facts: (
        <dl className="facts">
          <Fact name="Name">Mia N</Fact>
          <Fact name="Nobody said">{null}</Fact>
          <Fact name="Address">Market street 8</Fact>
        </dl>
      ),
      table: (
        <Table name="Printers" heads={['Name', 'State']}>
          <tr>
            <td>Kitchen</td>
            <td>Ready</td>
          </tr>
        </Table>
      ),
      keys: <KeysHelp />,
    }}
  />
));

export const SaidOfACode = story(
  () => <ScanAnswer />,
  () => ({ counter: { scanAnswer: { kind: 'unknown-code' } } }),
);

export const SaidOfARefusal = story(
  () => <ScanAnswer />,
  () => ({
    counter: {
      scanAnswer: {
        kind: 'refused',
        problem: { code: 'x', text: message('order.endedNothingToRetry'), hint: message('text.checkAgain') },
      },
    },
  }),
);

export const WhatWasKept = story(
  () => <KeptToast />,
  () => ({
    set: () =>
      useLastChange.setState({
        last: { text: () => `${t('settings.look.theme')}: ${t('settings.look.themes.dark')}`, undo: async () => undefined },
      }),
  }),
);

const noticeOf = (why: WhyNot, order: string | null) => () => ({
  set: () => useNotice.setState({ notice: { why, order, became: null, text: null, x: 400, y: 240, count: 1 }, count: 1 }),
});
export const TouchOnWhatCame = story(() => <TouchNotice />, noticeOf('came', '101'));
export const TouchOnWhatWasUncovered = story(() => <TouchNotice />, noticeOf('uncovered', '101'));
export const TouchOnWhatIsOff = story(() => <TouchNotice />, noticeOf('off', null));

const text = <p className="dialog-text">{'What is asked stands here, in a sentence or two. '.repeat(4)}</p>;
export const DialogInTheMiddle = story(() => (
  <Dialog title="A question" onClose={nothing}>
    {text}
  </Dialog>
));
export const DialogAtTheSide = story(() => (
  <Dialog title="A form" shape="side" onClose={nothing}>
    {text}
  </Dialog>
));
export const DialogWithItsOwnWayOut = story(() => (
  <Dialog title="A call" shape="call" closing="Silent for 60 s" beside={<span>beside</span>} below={<p>below</p>} onClose={nothing}>
    {text}
  </Dialog>
));
export const PopoverBesideAButton = story(
  () => (
    <DialogTrigger>
      <Button className="button">Opens it</Button>
      <Popover className="menu" placement="bottom start">
        {text}
      </Popover>
    </DialogTrigger>
  ),
  () => ({ touch: ['.button'] }),
);
export const DialogOverEverything = story(
  () => (
    <Dialog title="Nothing else now" shape="full" order={card('101')} onClose={null}>
      {text}
    </Dialog>
  ),
  () => ({ orders: [card('101', { alerting: true })] }),
);
