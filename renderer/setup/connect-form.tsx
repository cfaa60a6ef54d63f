/** Connecting a venue: addresses, credentials, and the authorization code. Secrets live in the form's own fields and leave with it. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { type CallOutput, calls, originOf, type Problem, type Settings } from '../../contract/contract.ts';
import { Choices, Field } from '../parts/field.tsx';
import { type FieldErrors, fieldErrors } from '../parts/field-errors.ts';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { call } from '../state/link.ts';
import { words } from '../words.ts';
import { ReceiveCode } from './receive-code.tsx';

/** What a token service adds to the redirect address. */
const ADDED_TO_REDIRECT = ['code', 'state', 'scope', 'iss', 'session_state'];

type Environment = 'production' | 'development';
const said = words.connect;
const fallback = (): FieldErrors => ({ environment: said.environmentMissing });

type SecretsFor = CallOutput<'settings.get'>['secretsFor'];
/** The client secret that is stored: `other` was entered for other addresses than those typed, and is not sent to these. */
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

export function ConnectForm({ onDone }: { onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [environment, setEnvironment] = useState<Environment | null>(null);
  const [known, setKnown] = useState<Settings['service'] | null>(null);
  const [secretsFor, setSecretsFor] = useState<SecretsFor | null>(null);
  const [typed, setTyped] = useState({ authUrl: '', orderBaseUrl: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const connect = useCall('venue.connect');
  const rename = useCall('venue.rename');

  const readSettings = async () => {
    const answer = await call('settings.get', {});
    // Without the settings the form simply starts empty.
    if (!answer.ok) return;
    const { service } = answer.value.settings;
    setSecretsFor(answer.value.secretsFor);
    setTyped((before) =>
      before.authUrl === '' ? { authUrl: service.auth_url ?? '', orderBaseUrl: service.order_base_url ?? '' } : before,
    );
    setKnown((before) => before ?? service);
    if (service.order_base_url) setEnvironment((before) => before ?? service.environment);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form opens
  useEffect(() => void readSettings(), []);

  const stored = storedFor(secretsFor, environment, typed);
  const readTyped = () => {
    if (!form.current) return;
    const fields = new FormData(form.current);
    setTyped({ authUrl: String(fields.get('authUrl')), orderBaseUrl: String(fields.get('orderBaseUrl')) });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Kept: once the venue is connected another screen may take the place of this form, before the answer is here.
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
    if (!checked.success) {
      setErrors(fieldErrors(checked.issues, { ...fallback(), ...(stored === 'other' ? { clientSecret: said.secretOther } : {}) }));
      return;
    }
    setErrors({});
    const connected = await connect.run(checked.output);
    forgetSecrets(own);
    if (!connected) return void readSettings();
    const name = text('venueName');
    if (name === '' || (await rename.run({ venueId: connected.venueId, name }))) onDone();
  };

  return (
    <form ref={form} className="form" onInput={readTyped} onSubmit={(event) => void submit(event)} noValidate>
      <Choices<Environment>
        legend={said.environment}
        name="environment"
        chosen={environment}
        onChoose={setEnvironment}
        error={errors.environment}
        options={[
          { value: 'production', label: said.production },
          { value: 'development', label: said.development },
        ]}
      />
      <fieldset className="form-part" key={known ? 'known' : 'empty'}>
        <legend>{said.addresses}</legend>
        <Field label={said.authUrl} name="authUrl" type="url" defaultValue={known?.auth_url ?? ''} error={errors.authUrl} />
        <Field
          label={said.orderBaseUrl}
          name="orderBaseUrl"
          type="url"
          defaultValue={known?.order_base_url ?? ''}
          error={errors.orderBaseUrl}
        />
        <Field
          label={said.deliveryBaseUrl}
          name="deliveryBaseUrl"
          type="url"
          defaultValue={known?.delivery_base_url ?? ''}
          error={errors.deliveryBaseUrl}
        />
      </fieldset>
      <fieldset className="form-part">
        <legend>{said.credentials}</legend>
        <Field
          label={said.clientId}
          name="clientId"
          key={known ? 'known' : 'empty'}
          defaultValue={known?.client_id ?? ''}
          error={errors.clientId}
        />
        <Field
          label={said.clientSecret}
          name="clientSecret"
          type="password"
          autoComplete="new-password"
          hint={{ none: said.secretHint, fits: said.secretKept, other: said.secretOther }[stored]}
          error={errors.clientSecret}
        />
      </fieldset>
      <fieldset className="form-part">
        <legend>{said.code}</legend>
        <p className="field-hint">{said.codeHint}</p>
        <ReceiveCode form={form} />
        <Field
          label={said.authorizationCode}
          name="authorizationCode"
          type="password"
          error={errors.authorizationCode}
          onChange={({ target }) => takeAddress(target)}
        />
        <Field label={said.redirectUri} name="redirectUri" error={errors.redirectUri} />
      </fieldset>
      <Field label={said.venueName} name="venueName" maxLength={80} hint={said.venueNameHint} />
      {(connect.problem ?? rename.problem) && <ProblemText problem={(connect.problem ?? rename.problem) as Problem} spoken />}
      <div className="form-end">
        <button type="submit" className="button big go" disabled={connect.busy}>
          {connect.busy ? said.submitting : said.submit}
        </button>
      </div>
    </form>
  );
}

/** The whole address at which the onboarding ended was pasted: it holds the code, and the redirect address that it was issued for. */
function takeAddress(field: HTMLInputElement): void {
  const text = field.value.trim();
  const address = /^https?:/.test(text) ? URL.parse(text) : null;
  const code = address?.searchParams.get('code');
  const redirect = field.form?.elements.namedItem('redirectUri');
  if (!address || !code || !(redirect instanceof HTMLInputElement)) return;
  for (const name of ADDED_TO_REDIRECT) address.searchParams.delete(name);
  field.value = code;
  // As it stands there, to the letter: the service compares it.
  redirect.value = `${text.split(/[?#]/)[0]}${address.search}`;
}

/** The code works once and the secret is in the vault or was wrong: neither stays on the page. */
function forgetSecrets(form: HTMLFormElement): void {
  for (const name of ['clientSecret', 'authorizationCode']) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = '';
  }
}
