import { message } from '../../../contract/message.ts';
import type { CustomerLogo } from '../../settings/customer-logo.ts';
import { DONE, type Handlers, refuse } from '../answers.ts';
import type { Kernel } from '../context.ts';
import type { Access } from './access.ts';
import { hasManager, NO_MANAGER_YET } from './settings-lockout.ts';

export function createAccessCalls(
  deps: Kernel<'settings' | 'refreshApp'> & { access: Access; customerLogo: CustomerLogo },
): Pick<Handlers, 'access.enter' | 'access.leave' | 'access.setPin' | 'displays.allow' | 'displays.saveLogo'> {
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
      const { on, people } = settings.get().staff;
      if (pin === null && on && !hasManager(people)) return refuse(NO_MANAGER_YET);
      await deps.access.setPin(pin);
      return DONE;
    },
    'displays.allow': ({ on }) => {
      settings.change((now) => ({ ...now, counter: { ...now.counter, displays: on } }));
      return DONE;
    },
    'displays.saveLogo': ({ picture }) => {
      if (picture === null) deps.customerLogo.remove();
      else {
        const why = deps.customerLogo.keep(Buffer.from(picture, 'base64'));
        const hint = message('picture.choosePngOrJpeg');
        if (why === 'no-picture') return refuse({ code: why, text: message('picture.notPngOrJpeg'), hint });
        if (why === 'too-large') return refuse({ code: why, text: message('picture.tooLarge'), hint });
      }
      deps.refreshApp();
      return DONE;
    },
  };
}
