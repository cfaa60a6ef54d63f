/** Form fields (empty, filled, wrong, disabled) and form ends. */
import { parseDate } from '@internationalized/date';
import { message } from '../../../contract/contract.ts';
import { Check, LineField } from '../../courier/ordering/line-field.tsx';
import { DangerEnd } from '../../parts/form/danger-end.tsx';
import { DateField, DayField, MomentField, TimeField } from '../../parts/form/date-field.tsx';
import { Choices, Field, Lines, Switch, TextField, Tick } from '../../parts/form/field.tsx';
import { FileButton } from '../../parts/form/file-button.tsx';
import { HiddenValue } from '../../parts/form/hidden-value.tsx';
import { FormNumber, NumberField } from '../../parts/form/number-field.tsx';
import { SaveEnd } from '../../parts/form/save-end.tsx';
import { FormSelect, SelectField } from '../../parts/form/select.tsx';
import { t } from '../../words.ts';
import { States, story } from '../scene.tsx';

export default { title: 'Fields' };

const nothing = () => undefined;
const done = { busy: false, problem: null };
const refused = { busy: false, problem: { code: 'x', text: message('service.unreachable') } };
const OPTIONS = [
  ['a', 'First'],
  ['b', 'Second, which is much longer than the field is wide'],
] as const;

export const Text = story(() => (
  <States
    of={{
      empty: <Field label="Name" name="empty" />,
      'filled, with a hint': <Field label="Name" name="filled" defaultValue="Harbour Kitchen" hint="As staff call it." />,
      wrong: <Field label="Name" name="wrong" defaultValue="?" error="Use at most 40 characters." />,
      off: <Field label="Name" name="off" defaultValue="Harbour Kitchen" disabled />,
      'as words alone': <Field label="PIN" name="pin" type="password" defaultValue="4711" />,
      'some lines': <TextField label="Note" value={'Thank you.\nSee you.'} onChange={nothing} />,
      'one in each line': <Lines label="Categories" name="lines" hint="One in each line." value={['Drinks', 'Burgers']} />,
      'of the courier desk': <LineField label="Street" value="Market street 8" onChange={nothing} />,
      'of the courier desk, wrong': <LineField label="Street" value="" error="Write the street." onChange={nothing} />,
    }}
  />
));

export const Chosen = story(() => (
  <States
    of={{
      'box, off': <Tick label="Opens the drawer" name="off" on={false} />,
      'box, on': <Tick label="Opens the drawer" name="on" on />,
      'box of the courier desk': <Check label="Leave at the door" checked onChange={nothing} />,
      'switch, off': <Switch label="Full screen" on={false} onTurn={nothing} />,
      'switch, on, with a hint': <Switch label="Full screen" hint="Settings leaves it." on onTurn={nothing} />,
      'switch that cannot be turned': <Switch label="Full screen" on disabled onTurn={nothing} />,
      'one of a few': (
        <Choices
          legend="Environment"
          name="few"
          chosen="a"
          onChoose={nothing}
          options={[
            { value: 'a', label: 'First', hint: 'With a hint' },
            { value: 'b', label: 'Second' },
          ]}
        />
      ),
      'one of a few, wrong': (
        <Choices
          legend="Environment"
          name="none"
          chosen={null}
          onChoose={nothing}
          options={[{ value: 'a', label: 'First' }]}
          error="Choose one."
        />
      ),
      'one of many': <SelectField label="Printer" value="a" onChoose={nothing} options={OPTIONS} />,
      'one of many, its label only heard': <SelectField quiet label="Printer" value="b" onChoose={nothing} options={OPTIONS} />,
      'one of many, in a form': <FormSelect label="Printer" name="many" chosen="b" options={OPTIONS} />,
      'a file': <FileButton label="Open a file" accept="image/*" onFile={nothing} />,
      'a value that is not seen': <HiddenValue name="hidden" value="a" />,
    }}
  />
));

export const ListOpen = story(
  () => <States of={{ open: <SelectField label="Printer" value="a" onChoose={nothing} options={OPTIONS} /> }} />,
  () => ({ touch: ['.select-button'] }),
);

export const Numbers = story(() => (
  <States
    of={{
      filled: <NumberField label="Minutes" value={15} least={0} most={25} step={5} onChange={nothing} />,
      'empty, with a hint': (
        <NumberField label="Items" value={null} least={1} most={999} hint="Any number where it is empty." onChange={nothing} />
      ),
      'at its end': <NumberField label="Copies" value={5} least={1} most={5} onChange={nothing} />,
      'in a form': <FormNumber label="Copies" name="copies" least={1} most={5} start={1} />,
    }}
  />
));

const today = parseDate('2026-11-23');

export const Times = story(() => (
  <States
    of={{
      'time of day': <TimeField label="From" value="18:30" onChange={nothing} />,
      'day of a form': <DateField label="First day" value="2030-12-24" least="2030-12-01" onChange={nothing} />,
      'no moment': <MomentField label="At a certain time" value="" onChange={nothing} />,
      moment: <MomentField label="At a certain time" value="2026-11-24T09:05" onChange={nothing} />,
      day: <DayField label="Day" value={today} most={today} onChange={nothing} />,
    }}
  />
));

export const CalendarOpen = story(
  () => <States of={{ open: <DayField label="Day" value={today} most={today} onChange={nothing} /> }} />,
  () => ({ touch: ['.date-field button'] }),
);

export const Ends = story(() => (
  <States
    wide
    of={{
      'nothing to save': <SaveEnd save={done} saved={false} />,
      'something to save': <SaveEnd save={done} saved={false} changed />,
      saved: <SaveEnd save={done} saved />,
      'under way': <SaveEnd save={{ ...done, busy: true }} saved={false} />,
      'it did not work': <SaveEnd save={refused} saved={false} changed />,
      'really take it away?': (
        <DangerEnd action={done} keep={t('settings.cancel')} go={t('settings.remove')} onKeep={nothing} onGo={nothing} />
      ),
      'it could not be taken away': (
        <DangerEnd action={refused} keep={t('settings.cancel')} go={t('settings.remove')} onKeep={nothing} onGo={nothing} />
      ),
    }}
  />
));
