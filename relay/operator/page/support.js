/** The dialog for a counter's support file. */
import { at, element, nameOf, setText } from './parts.js';

/** Ms in which the browser begins to save. */
const SAVED_MS = 60_000;
let counter = null;
let request = null;

/** `by(method, path, body)` resolves with a response. */
export async function openSupport(shown, by) {
  [counter, request] = [shown, by];
  setText(at('support-title'), `Support file of ${nameOf(counter)}`);
  setText(at('support-state'), '');
  at('support-ask').reset();
  showButtons(null);
  at('support').showModal();
  at('support-title').focus();
  await renewSupport();
}

export async function renewSupport() {
  if (at('support').open) await doing(async () => undefined);
}

const pathOf = ({ id }) => `/counters/${encodeURIComponent(id)}/support`;
const clock = (iso) => new Date(iso).toLocaleString();

async function doing(work) {
  const shown = counter;
  try {
    await work(pathOf(shown));
    const found = await read(shown);
    if (shown !== counter) return;
    setText(at('support-state'), textOf(found));
    showButtons(found?.state ?? 'none');
  } catch (error) {
    if (shown === counter) setText(at('support-state'), error.message, 'bad');
  }
}

async function read(shown) {
  try {
    return await (await request('GET', pathOf(shown))).json();
  } catch (error) {
    if (error.status === 404) return null;
    throw error;
  }
}

function textOf(found) {
  if (found === null) return 'A manager there sees your reason and the file, and sends or refuses it.';
  const { state, reason, asked_at, answered_at, deleted_at } = found;
  if (state === 'sent') return `Sent ${clock(answered_at)}. Your reason: “${reason}”. The relay deletes it ${clock(deleted_at)}.`;
  if (state === 'refused') return `Refused ${clock(answered_at)}. Your reason: “${reason}”.`;
  return `Asked ${clock(asked_at)}. Your reason: “${reason}”. No answer yet; the request ends ${clock(deleted_at)}.`;
}

/** `state`: null until it's known. */
function showButtons(state) {
  const focused = document.activeElement;
  at('support-ask').hidden = state !== 'none' && state !== 'refused';
  at('support-save').hidden = state !== 'sent';
  at('support-withdraw').hidden = state !== 'asked' && state !== 'sent';
  setText(at('support-withdraw'), state === 'sent' ? 'Delete the file' : 'Withdraw the request');
  if (at('support').contains(focused) && focused.closest('[hidden]')) at('support-title').focus();
}

at('support-ask').addEventListener('submit', (event) => {
  event.preventDefault();
  doing((path) => request('POST', path, { reason: at('support-reason').value }));
});
at('support-withdraw').addEventListener('click', () => doing((path) => request('DELETE', path)));
at('support-save').addEventListener('click', () =>
  doing(async (path) => {
    const name = nameOf(counter);
    const link = element('a');
    link.href = URL.createObjectURL(await (await request('GET', `${path}/file`)).blob());
    link.download = `support-${name}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), SAVED_MS);
  }),
);
at('support-close').addEventListener('click', () => at('support').close());
