/** Connects venues: by a person at the counter, and by the codes of a provisioning file. */
import { type Connecting, createConnecting } from '../../api/connect.ts';
import { failure } from '../../service/problem.ts';
import { type CodeRedeemer, createCodeRedeemer } from '../../service/redeem-codes.ts';
import { createNewConnections } from '../../settings/new-connection.ts';
import { backoffMs } from '../../time/back-off.ts';
import { VaultError } from '../../vault/vault.ts';
import type { AskingSide } from './asking.ts';
import type { Basics } from './basics.ts';
import type { Keeping } from './keeping.ts';
import type { ReceivingSide } from './receiving.ts';
import { vaultProblem } from './vault-problem.ts';

/** `goOn`: a venue has access again, and what waited for it must not wait out its pause while an order's time runs. */
export function prepareConnecting(
  { settings, time, onDefect, opened }: Basics,
  { notices }: Keeping,
  { vault, secrets }: ReceivingSide,
  { tokens, credentials }: AskingSide,
  goOn: () => void,
): { connecting: Connecting; redeemer: CodeRedeemer } {
  const connecting = createConnecting({
    time,
    settings,
    secrets,
    connections: createNewConnections(vault, settings),
    tokens,
    credentials,
    onConnected() {
      notices.clear('connect');
      goOn();
    },
    onDefect,
  });
  opened.defer(connecting.stop);
  vault.opened.then(connecting.takeUp).catch((error: unknown) => error instanceof VaultError || onDefect(error));
  const redeemer = opened.use(
    createCodeRedeemer({
      time,
      connect: (code, redirectUri) => connecting.connectAsSet(code, redirectUri).catch((error: unknown) => failure(vaultProblem(error))),
      backoffMs,
      tell: (trouble) =>
        trouble ? notices.raise('connect', 'error', trouble.says, trouble.remedy, trouble.lasting) : notices.clear('connect'),
      onDefect,
    }),
  );
  return { connecting, redeemer };
}
