/** The manager's part and its PIN, and whether displays are let in. */
import type { SettingsKeeper } from '../settings/settings.ts';
import type { Access } from './access.ts';
import { DONE, type Handlers, refuse } from './answers.ts';

export function createAccessCalls(deps: {
  access: Access;
  settings: SettingsKeeper;
}): Pick<Handlers, 'access.enter' | 'access.leave' | 'access.setPin' | 'displays.allow'> {
  const { settings } = deps;
  return {
    async 'access.enter'({ pin }) {
      const refusal = await deps.access.enter(pin);
      return refusal ? refuse(refusal) : DONE;
    },
    'access.leave': () => {
      deps.access.leave();
      return DONE;
    },
    async 'access.setPin'({ pin }) {
      await deps.access.setPin(pin);
      return DONE;
    },
    'displays.allow': ({ on }) => {
      settings.change((now) => ({ ...now, counter: { ...now.counter, displays: on } }));
      return DONE;
    },
  };
}
