/** Answers calls through the current composition, and turns errors into problems. */
import type { Answer, Problem } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import { answerCall, type CounterCalls } from '../features/answer-call.ts';
import { DONE, type Handlers, refuse } from '../features/answers.ts';
import type { PairedCaller } from '../features/caller.ts';
import { SettingIsManaged } from '../settings/managed/refusal.ts';
import { SettingsOfLaterVersion } from '../settings/versions.ts';
import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import { VaultError } from '../vault/vault.ts';
import type { Watching } from '../view/feed.ts';
import { safeAnswer } from '../view/safe-for-screen.ts';
import type { Log } from './log.ts';
import { problemOf } from './reopen-data-folder.ts';
import type { Running } from './running.ts';
import type { Screens } from './screens.ts';

export function createCalls(app: {
  time: Time;
  log: Log;
  running: Running;
  screens: Screens;
  /** Handlers that outlive a composition. */
  handlers: Omit<Handlers, keyof CounterCalls>;
  blockedBy: () => Problem | null;
}): { call(name: string, input: unknown, from?: Watching, paired?: PairedCaller): Promise<Answer<unknown>>; close(): void } {
  const { time, log, running, screens, handlers, blockedBy } = app;
  let isClosed = false;

  async function answer(name: string, input: unknown, from?: Watching, paired?: PairedCaller): Promise<Answer<unknown>> {
    if (name === 'state.snapshot' && from) {
      from.snapshot();
      return DONE;
    }
    const composed = running.composed();
    const by = composed.by({ screen: screens.screenOf(from), paired: paired ?? null });
    const answer = await answerCall({ ...composed.calls, ...handlers }, name, input, {
      time,
      by,
      refusalOf: (call, given) => composed.refusalOf(call, given, by),
      // Noted in the current composition: training may have started meanwhile.
      onDone: (call, given) => running.composed().noteCall(call, given, by),
    });
    return safeAnswer(name, answer);
  }

  function problemFor(error: unknown, name: string): Problem {
    const trouble = storageTroubleOf(error);
    if (trouble) return problemOf(trouble);
    if (error instanceof VaultError || error instanceof SettingsOfLaterVersion || error instanceof SettingIsManaged)
      return { code: error.code, text: error.text, hint: error.hint };
    log.error({ err: error, call: name }, 'defect in a call');
    return { code: 'defect', text: message('app.unexpectedNothingDone'), hint: message('app.tryAgainSeeLog') };
  }

  const refuseIn = (problem: Problem): Answer<never> => safeAnswer('', refuse(problem));

  return {
    async call(name, input, from, paired) {
      const blocked = blockedBy();
      if (blocked) return refuseIn(blocked);
      await running.settled();
      // Another process may own the folder by now.
      if (isClosed) return refuseIn({ code: 'closed', text: message('app.closing') });
      try {
        return await answer(name, input, from, paired);
      } catch (error) {
        return refuseIn(problemFor(error, name));
      }
    },
    close() {
      isClosed = true;
    },
  };
}
