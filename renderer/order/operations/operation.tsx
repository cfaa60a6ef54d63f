/** The form of one operation, in place of the dishes. */
import { useEffect, useRef, useState } from 'react';
import type { Text } from '../../../contract/contract.ts';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { setUiState } from '../../state/ui-state.ts';
import { t } from '../../words.ts';
import { DepositsForm } from './deposits-form.tsx';
import { DocumentsForm } from './documents-form.tsx';
import type { FormProps } from './form-props.ts';
import { ItemsChanged, useOpenedWith } from './items-changed.tsx';
import { useWhoMayPayBack } from './may-pay-back.ts';
import { EtaForm, LocationForm, PlainForm } from './own-delivery-forms.tsx';
import { RefundBasketForm, RefundItemsForm } from './refund-forms.tsx';
import { ReplaceForm } from './replace-form.tsx';
import '../more.css';

const FORMS: Record<string, (props: FormProps) => React.ReactNode> = {
  'pickup-completed': PlainForm,
  'courier-at-customer': PlainForm,
  eta: EtaForm,
  location: LocationForm,
  'replace-items': ReplaceForm,
  'deposits-returned': DepositsForm,
  'refund-items': RefundItemsForm,
  'refund-basket': RefundBasketForm,
  document: DocumentsForm,
};

const BY_ITEMS = ['replace-items', 'refund-items'];

/** `why`: why the operation isn't possible; may appear while the form is open. */
export function Operation({ why, onClose, ...props }: FormProps & { why: Text | null; onClose: () => void }) {
  const shown = useRef<HTMLElement>(null);
  const [isTaken, setTaken] = useState(false);
  const { opened, turn, isOther, fresh } = useOpenedWith(props.detail);
  const byItems = BY_ITEMS.includes(props.name);
  const taken = () => {
    setTaken(true);
    props.onDone();
  };
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'start' });
  }, []);
  useEffect(() => {
    setUiState(({ filling }) => ({ filling: filling + 1 }));
    return () => setUiState(({ filling }) => ({ filling: filling - 1 }));
  }, []);
  const whoMay = useWhoMayPayBack(props.name);
  const Form = FORMS[props.name];
  if (!Form) return null;
  return (
    <section ref={shown} aria-label={t('more.operations')}>
      <div className="more-head">
        <h3>{props.label}</h3>
        <button type="button" className="button quiet" onClick={onClose}>
          <Icon name="cross" />
          {t('more.close')}
        </button>
      </div>
      {whoMay && <ProblemText problem={whoMay} />}
      <Form key={turn} {...props} detail={byItems ? opened : props.detail} onDone={taken} />
      {why !== null && !isTaken && <ProblemText problem={{ code: 'not-allowed', text: why }} spoken />}
      {why === null && byItems && isOther && !isTaken && <ItemsChanged onRestart={fresh} />}
    </section>
  );
}
