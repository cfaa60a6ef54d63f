/** The operator page. The key is only in this variable; everything shown is text, never markup. */
import { showCounters, showGroup } from './counters.js';
import { showGroups } from './groups.js';
import { ago, at, element, nameOf, setText, showKeyed } from './parts.js';
import { showByKind } from './problems.js';
import { showRelays } from './relays.js';
import { openSupport, renewSupport } from './support.js';

const AGAIN_MS = 5_000;
let key = '';

async function request(method, path, body) {
  const answer = await fetch(`/operator${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  });
  if (answer.ok) return answer;
  const read = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(read.error ?? `The relay answers ${answer.status}.`), { status: answer.status });
}

async function ask(method, path, body) {
  const answer = await request(method, path, body);
  return answer.status === 204 ? {} : answer.json();
}

async function remove(counter) {
  if (!confirm(`Remove ${nameOf(counter)}? It needs a new code to come back.`)) return;
  await doing(() => ask('DELETE', `/counters/${encodeURIComponent(counter.id)}`));
}

function makeUnroutable({ seq }) {
  const item = element('li');
  const form = element('form');
  const label = element('label', 'Venue ID ');
  const input = element('input');
  input.required = true;
  label.append(input);
  form.append(label, element('button', 'Give it to this venue'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    doing(() => ask('POST', `/unroutable/${seq}`, { venue_id: input.value }));
  });
  item.append(element('span'), form);
  return item;
}

const updateUnroutable = (item, { type, kind, reference, taken_at }) =>
  setText(item.firstElementChild, `${type ?? kind} ${reference ?? ''}, ${ago(taken_at)} ago`);

async function show() {
  // Answers also while the database is away.
  const { problems } = await ask('GET', '/problems');
  const place = ({ counter_id, venue_id, text }) => ((counter_id ?? venue_id) ? `${counter_id} ${venue_id}` : text);
  showByKind(
    at('problems'),
    problems.map((one) => ({ ...one, key: place(one) })),
    'Nothing.',
  );
  openInside();
  const [{ relays }, { counters }, unroutable, { groups }, { venues }] = await Promise.all(
    ['/relays', '/counters', '/unroutable', '/groups', '/silent'].map((path) => ask('GET', path)),
  );
  showRelays(relays);
  showGroups(groups, showGroup);
  at('silent-part').hidden = venues.length === 0;
  showByKind(
    at('silent'),
    venues.map(({ reason, venue_id, since, counters }) => {
      const names = counters.map(nameOf).join(', ');
      const why = reason === 'not-connected' ? 'not connected' : 'no notifications';
      return { code: reason, key: venue_id, text: `${names}, venue ${venue_id}: ${why}`, since };
    }),
  );
  showCounters(counters, problems, { remove, support: (counter) => openSupport(counter, request) });
  showKeyed(
    at('group-names'),
    groups.filter(({ group, newest_version }) => group !== null && newest_version !== null),
    ({ group }) => group,
    ({ group }) => Object.assign(element('option'), { value: group }),
    () => undefined,
  );
  at('unroutable-part').hidden = unroutable.waiting === 0;
  showKeyed(at('unroutable'), unroutable.news, ({ seq }) => seq, makeUnroutable, updateUnroutable);
  setText(at('state'), `${counters.filter((one) => one.is_connected).length} of ${counters.length} counters connected`);
}

async function doing(work) {
  try {
    await work();
    await show();
  } catch (error) {
    setText(at('state'), error.message, 'bad');
  }
}

function openInside() {
  if (at('sign-in').hidden) return;
  at('key').value = '';
  at('sign-in').hidden = true;
  at('inside').hidden = false;
  at('problems-title').focus();
  setTimeout(keepShowing, AGAIN_MS);
}

/** Pauses longer where an answer takes long. */
async function keepShowing() {
  const began = performance.now();
  await doing(async () => undefined);
  await renewSupport();
  setTimeout(keepShowing, Math.max(AGAIN_MS, 5 * (performance.now() - began)));
}

at('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  key = at('key').value.trim();
  await doing(async () => undefined);
});

at('invite').addEventListener('submit', async (event) => {
  event.preventDefault();
  const venue_ids = at('venues')
    .value.split(/\s+/)
    .filter((id) => id !== '');
  await doing(async () => {
    const group = at('group').value.trim();
    const managed = group === '' ? {} : { group };
    const { code, expires_at } = await ask('POST', '/invitations', { venue_ids, label: at('label').value, ...managed });
    at('code').replaceChildren(
      element('span', 'Paste this code into Setup or Settings, Webhooks: '),
      element('strong', code),
      element('span', `. It works once, until ${new Date(expires_at).toLocaleString()}.`),
    );
    at('invite').reset();
  });
});
