/** Dialogs: cancel a courier, with the possible cost; close a delivery without further updates. */
import type { FormEvent } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { DangerEnd } from '../parts/form/danger-end.tsx';
import { Field } from '../parts/form/field.tsx';
import { useCall } from '../parts/use-call.ts';
import { t } from '../words.ts';

export function CancelDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const cancel = useCall('courier.cancel');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (await cancel.run({ id, reason: String(new FormData(event.currentTarget).get('reason')) })) onClose();
  };
  return (
    <Dialog title={t('courierDesk.cancelTitle')} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <p>{t('courierDesk.cancelWhy')}</p>
        <Field label={t('courierDesk.reason')} name="reason" />
        <DangerEnd action={cancel} keep={t('courierDesk.keep')} go={t('courierDesk.doCancel')} onKeep={onClose} />
      </form>
    </Dialog>
  );
}

export function CloseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const close = useCall('courier.close');
  return (
    <Dialog title={t('courierDesk.closeTitle')} onClose={onClose}>
      <p className="dialog-text">{t('courierDesk.closeWhy')}</p>
      <DangerEnd
        action={close}
        keep={t('courierDesk.keep')}
        go={t('courierDesk.close')}
        onKeep={onClose}
        onGo={async () => {
          if (await close.run({ id })) onClose();
        }}
      />
    </Dialog>
  );
}
