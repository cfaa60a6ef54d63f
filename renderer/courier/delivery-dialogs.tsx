/** Taking a courier back, with what it may cost; and closing one of whom nobody will tell any more. */
import type { FormEvent } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { words } from '../words.ts';

const said = words.courierDesk;

export function CancelDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const cancel = useCall('courier.cancel');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (await cancel.run({ id, reason: String(new FormData(event.currentTarget).get('reason')) })) onClose();
  };
  return (
    <Dialog title={said.cancelTitle} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <p>{said.cancelWhy}</p>
        <Field label={said.reason} name="reason" />
        {cancel.problem && <ProblemText problem={cancel.problem} spoken />}
        <div className="form-end">
          <button type="button" className="button big" onClick={onClose}>
            {said.keep}
          </button>
          <button type="submit" className="button big danger" disabled={cancel.busy}>
            {said.doCancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export function CloseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const close = useCall('courier.close');
  return (
    <Dialog title={said.closeTitle} onClose={onClose}>
      <p>{said.closeWhy}</p>
      {close.problem && <ProblemText problem={close.problem} spoken />}
      <div className="form-end">
        <button type="button" className="button big" onClick={onClose}>
          {said.keep}
        </button>
        <button
          type="button"
          className="button big danger"
          disabled={close.busy}
          onClick={async () => (await close.run({ id })) && onClose()}
        >
          {said.close}
        </button>
      </div>
    </Dialog>
  );
}
