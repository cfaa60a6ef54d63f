/** `npm run relay -- support COUNTER_ID`: asks for a support file, shows the answer, saves the file. */
import { writePrivately } from '../../shared/files/private-files.ts';
import { askRelay, textFromRelay } from '../operator/ask-relay.ts';
import { CannotStart } from '../settings/settings-file.ts';
import type { Command } from './command.ts';

const USAGE = `Name one counter by the id that \`npm run relay -- counters\` shows, and one of these:
  npm run relay -- support COUNTER_ID --reason TEXT   ask for a support file
  npm run relay -- support COUNTER_ID                 show the answer
  npm run relay -- support COUNTER_ID --out FILE      save the file
  npm run relay -- support COUNTER_ID --withdraw      withdraw the request, and delete the file`;

export async function support(command: Command): Promise<string> {
  const { words, reason, out, withdraw = false, json } = command;
  const [id] = words;
  if (id === undefined || words.length > 1 || [reason !== undefined, out !== undefined, withdraw].filter(Boolean).length > 1)
    throw new CannotStart(USAGE);
  const path = `/counters/${encodeURIComponent(id)}/support`;
  if (withdraw) {
    await askRelay(command, 'DELETE', path);
    return json ? JSON.stringify({ withdrawn: id }) : 'The request is withdrawn.';
  }
  if (out !== undefined) {
    writePrivately(out, await textFromRelay(command, 'GET', `${path}/file`));
    return json ? JSON.stringify({ saved: out }) : `The support file is in ${out}.`;
  }
  const answer = reason === undefined ? await askRelay(command, 'GET', path) : await askRelay(command, 'POST', path, { reason });
  return json ? JSON.stringify(answer) : stateText(answer, id);
}

function stateText({ state, asked_at, answered_at, deleted_at }: Record<string, unknown>, id: string): string {
  if (state === 'sent') return `Sent ${answered_at}. Save it until ${deleted_at}: npm run relay -- support ${id} --out FILE`;
  if (state === 'refused') return `Refused ${answered_at}.`;
  return `Asked ${asked_at}, until ${deleted_at}. Its staff decide; \`npm run relay -- support ${id}\` shows their answer.`;
}
