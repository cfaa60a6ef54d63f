/** Connects a venue: addresses, credentials, authorization code. Secrets exist only in the form's fields. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { type CallOutput, calls, originOf, type Settings } from '../../../contract/contract.ts';
import { Choices, Field } from '../../parts/form/field.tsx';
import { type FieldErrors, fieldErrors } from '../../parts/form/field-errors.ts';
import { Icon } from '../../parts/icons.tsx';
import { ProblemText } from '../../parts/problem.tsx';
import { useCall } from '../../parts/use-call.ts';
import { call } from '../../state/link.ts';
import { t } from '../../words.ts';
import { AddressDoubts, useAddressDoubts } from './address-warnings.tsx';
import { forgetAnswers, keepAnswers, keptAnswers } from './connect-draft.ts';
import { PasteSent } from './paste-sent.tsx';
import type { Sent } from './read-sent.ts';
import { ReceiveCode } from './receive-code.tsx';

/** Parameters that token services add to the redirect address. */
const ADDED_TO_REDIRECT = ['code', 'state', 'scope', 'iss', 'session_state'];

type Environment = 'production' | 'development';
const fallback = (): FieldErrors => ({ environment: t('connect.environmentMissing') });

type SecretsFor = CallOutput<'settings.get'>['secretsFor'];
/** `other`: the saved secret belongs to other addresses and isn't sent to these. */
type Stored = 'none' | 'fits' | 'other';

function storedFor(
  secretsFor: SecretsFor | null,
  environment: Environment | null,
  typed: { authUrl: string; orderBaseUrl: string },
): Stored {
  const kept = environment === null ? null : (secretsFor?.[environment] ?? null);
  if (!kept) return 'none';
  return kept.auth === originOf(typed.authUrl) && kept.order === originOf(typed.orderBaseUrl) ? 'fits' : 'other';
}

const QUESTIONS = {
  service: ['environment', 'authUrl', 'orderBaseUrl', 'deliveryBaseUrl'],
  credentials: ['clientId', 'clientSecret'],
  code: ['authorizationCode', 'redirectUri'],
} as const;
type Question = keyof typeof QUESTIONS;
const ORDER = Object.keys(QUESTIONS) as Question[];

interface ConnectFormProps {
  /** Asks one question per page; else all are on one page. */
  inSteps?: boolean;
  onDone: () => void;
  onBack?: () => void;
}

export function ConnectForm({ inSteps = false, onDone, onBack }: ConnectFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [question, setQuestion] = useState<Question>('service');
  /** Answers from before a reload. */
  const [kept] = useState(() => (inSteps ? keptAnswers() : {}));
  const [environment, setEnvironment] = useState<Environment | null>((kept.environment as Environment | undefined) ?? null);
  const [known, setKnown] = useState<Settings['service'] | null>(null);
  const [secretsFor, setSecretsFor] = useState<SecretsFor | null>(null);
  const [typed, setTyped] = useState({ authUrl: kept.authUrl ?? '', orderBaseUrl: kept.orderBaseUrl ?? '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const connect = useCall('venue.connect');
  const rename = useCall('venue.rename');
  const doubts = useAddressDoubts();

  const readSettings = async () => {
    const answer = await call('settings.get', {});
    if (!answer.ok) return;
    const { service } = answer.value.settings;
    setSecretsFor(answer.value.secretsFor);
    setTyped(({ authUrl, orderBaseUrl }) => ({
      authUrl: authUrl || (service.auth_url ?? ''),
      orderBaseUrl: orderBaseUrl || (service.order_base_url ?? ''),
    }));
    setKnown((before) => before ?? service);
    if (service.order_base_url) setEnvironment((before) => before ?? service.environment);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form opens
  useEffect(() => void readSettings(), []);

  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another question is on the page
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const [field] = [...(form.current?.querySelectorAll<HTMLElement>('fieldset:not([hidden]) > .field > input') ?? [])];
    field?.focus();
  }, [question]);

  // Clears the secret only if the client was refused, which uses up no code. A refused code stays, selected for pasting over.
  const isClientUnknown = connect.problem?.code === 'credentials';
  useEffect(() => {
    if (!connect.problem || !form.current) return;
    if (isClientUnknown) forget(form.current, 'clientSecret');
    else if (!NEVER_LOOKED_AT.has(connect.problem.code)) markCode(form.current);
    if (isClientUnknown && inSteps) setQuestion('credentials');
  }, [connect.problem, isClientUnknown, inSteps]);

  const stored = storedFor(secretsFor, environment, typed);
  const readTyped = () => {
    if (!form.current) return;
    if (inSteps) keepAnswers(form.current);
    const fields = new FormData(form.current);
    setTyped({ authUrl: String(fields.get('authUrl')), orderBaseUrl: String(fields.get('orderBaseUrl')) });
  };

  const fillIn = (found: Sent) => {
    if (!form.current) return;
    for (const [name, value] of Object.entries(found)) fieldOf(form.current, name).value = value;
    const { redirectUri } = found;
    const code = fieldOf(form.current, 'authorizationCode');
    // A pasted redirect address contains the code.
    if (redirectUri !== undefined && URL.parse(redirectUri)?.searchParams.has('code')) {
      code.value = redirectUri;
      takeAddress(code);
    }
    readTyped();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Captured: once connected, another screen may replace this form before the answer.
    const own = form.current;
    if (!own) return;
    const fields = new FormData(own);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const secret = text('clientSecret');
    const checked = v.safeParse(calls['venue.connect'].input, {
      environment,
      authUrl: text('authUrl'),
      orderBaseUrl: text('orderBaseUrl'),
      deliveryBaseUrl: text('deliveryBaseUrl') || null,
      clientId: text('clientId'),
      clientSecret: secret === '' && stored === 'fits' ? null : secret,
      authorizationCode: text('authorizationCode'),
      redirectUri: text('redirectUri'),
    });
    const wrong = checked.success
      ? {}
      : fieldErrors(checked.issues, { ...fallback(), ...(stored === 'other' ? { clientSecret: t('connect.secretOther') } : {}) });
    const wrongIn = (one: Question) => QUESTIONS[one].filter((name) => wrong[name]);
    const next = ORDER[ORDER.indexOf(question) + 1];
    if (inSteps && next && wrongIn(question).length === 0) {
      setErrors({});
      // The last refusal was about earlier input.
      connect.forget();
      rename.forget();
      // Checks addresses in the background, so that no code is used up at a wrong one.
      if (question === 'service') void doubts.look({ order: text('orderBaseUrl'), delivery: text('deliveryBaseUrl') });
      setQuestion(next);
      return;
    }
    if (!checked.success) {
      const here = inSteps ? (ORDER.find((one) => wrongIn(one).length > 0) ?? question) : question;
      if (inSteps) setQuestion(here);
      setErrors(inSteps ? Object.fromEntries(QUESTIONS[here].flatMap((name) => (wrong[name] ? [[name, wrong[name]]] : []))) : wrong);
      return;
    }
    setErrors({});
    const connected = await connect.run(checked.output);
    if (!connected) return void readSettings();
    forget(own, 'clientSecret');
    forget(own, 'authorizationCode');
    forgetAnswers();
    const name = text('venueName');
    if (name === '' || (await rename.run({ venueId: connected.venueId, name }))) onDone();
  };

  const at = ORDER.indexOf(question);
  const isLast = !inSteps || at === ORDER.length - 1;
  const problem = connect.problem ?? rename.problem;
  // The page with the refused fields shows the problem.
  const isElsewhere = inSteps && question !== (isClientUnknown ? 'credentials' : 'code');
  const part = (one: Question) => ({ className: 'form-part', hidden: inSteps && one !== question });
  const back = () => {
    const before = ORDER[at - 1];
    if (before) setQuestion(before);
    else onBack?.();
  };
  return (
    <form ref={form} className={inSteps ? 'form question' : 'form'} onInput={readTyped} onSubmit={(event) => void submit(event)} noValidate>
      {inSteps && (
        <>
          <h1>
            {question === 'service'
              ? t('setup.venue.service')
              : question === 'credentials'
                ? t('setup.venue.credentials')
                : t('setup.venue.code')}
          </h1>
          {question !== 'code' && (
            <p className="lead">{question === 'service' ? t('setup.venue.serviceWhy') : t('setup.venue.credentialsWhy')}</p>
          )}
        </>
      )}
      {/* Saved values arrive later and fill only unedited fields. */}
      <fieldset {...part('service')}>
        {!inSteps && <legend>{t('connect.addresses')}</legend>}
        {inSteps && <PasteSent onFound={fillIn} />}
        <Choices<Environment>
          legend={t('connect.environment')}
          name="environment"
          chosen={environment}
          onChoose={setEnvironment}
          error={errors.environment}
          options={[
            { value: 'production', label: t('connect.production') },
            { value: 'development', label: t('connect.development') },
          ]}
        />
        <Field
          label={t('connect.authUrl')}
          name="authUrl"
          type="url"
          defaultValue={kept.authUrl ?? known?.auth_url ?? ''}
          error={errors.authUrl}
        />
        <Field
          label={t('connect.orderBaseUrl')}
          name="orderBaseUrl"
          type="url"
          defaultValue={kept.orderBaseUrl ?? known?.order_base_url ?? ''}
          error={errors.orderBaseUrl}
        />
        <Field
          label={t('connect.deliveryBaseUrl')}
          name="deliveryBaseUrl"
          type="url"
          defaultValue={kept.deliveryBaseUrl ?? known?.delivery_base_url ?? ''}
          error={errors.deliveryBaseUrl}
        />
      </fieldset>
      <fieldset {...part('credentials')}>
        {!inSteps && <legend>{t('connect.credentials')}</legend>}
        <Field
          label={t('connect.clientId')}
          name="clientId"
          defaultValue={kept.clientId ?? known?.client_id ?? ''}
          error={errors.clientId}
        />
        <Field
          label={t('connect.clientSecret')}
          name="clientSecret"
          type="password"
          autoComplete="new-password"
          hint={{ none: t('connect.secretHint'), fits: t('connect.secretKept'), other: t('connect.secretOther') }[stored]}
          error={errors.clientSecret}
        />
      </fieldset>
      <fieldset {...part('code')}>
        {!inSteps && <legend>{t('connect.code')}</legend>}
        <p className={inSteps ? 'lead' : 'field-hint'}>{t('connect.codeHint')}</p>
        <ReceiveCode form={form} />
        <Field
          label={t('connect.authorizationCode')}
          name="authorizationCode"
          type="password"
          error={errors.authorizationCode}
          onChange={({ target }) => takeAddress(target)}
        />
        <Field label={t('connect.redirectUri')} name="redirectUri" defaultValue={kept.redirectUri ?? ''} error={errors.redirectUri} />
        <Field
          label={t('connect.venueName')}
          name="venueName"
          defaultValue={kept.venueName ?? ''}
          maxLength={80}
          hint={t('connect.venueNameHint')}
        />
      </fieldset>
      {problem && !isElsewhere && <ProblemText problem={isClientUnknown && inSteps ? { ...problem, hint: undefined } : problem} spoken />}
      <div className="form-end">
        {inSteps && (
          <button type="button" className="button quiet connect-back" onClick={back}>
            <Icon name="before" />
            {t('setup.back')}
          </button>
        )}
        {inSteps && (
          <button type="button" className="button quiet set-up-later" onClick={onBack}>
            {t('setup.later')}
          </button>
        )}
        <button type="submit" className="button fill" disabled={connect.busy}>
          {!isLast ? t('setup.next') : connect.busy ? t('connect.submitting') : t('connect.submit')}
        </button>
      </div>
      {inSteps && <AddressDoubts found={doubts.found} onChange={question === 'service' ? null : () => setQuestion('service')} />}
    </form>
  );
}

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}

/** For a pasted onboarding address: takes the code and the redirect address from it. */
function takeAddress(field: HTMLInputElement): void {
  const text = field.value.trim();
  const address = /^https?:/.test(text) ? URL.parse(text) : null;
  const code = address?.searchParams.get('code');
  const redirect = field.form?.elements.namedItem('redirectUri');
  if (!address || !code || !(redirect instanceof HTMLInputElement)) return;
  for (const name of ADDED_TO_REDIRECT) address.searchParams.delete(name);
  field.value = code;
  // The redirect address isn't normalized: the service compares it as text.
  redirect.value = `${text.split(/[?#]/)[0]}${address.search}`;
}

/** Problems that occur before the service sees the code, so it's still valid. */
const NEVER_LOOKED_AT: ReadonlySet<string> = new Set(['unreachable', 'rate-limited']);

function markCode(form: HTMLFormElement): void {
  const field = form.elements.namedItem('authorizationCode');
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

/** Removes used codes, and used or refused secrets, from the page. */
function forget(form: HTMLFormElement, name: 'clientSecret' | 'authorizationCode'): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = '';
}
