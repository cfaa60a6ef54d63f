/** Somebody on the same computer, or a page in its browser, who wants a code of his own to be taken for the venue's, or the address to stay open. */

import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { english } from '../../../../contract/english.ts';
import { until } from '../../../e2e/venue/venue.ts';
import { openVenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { openCounter } from '../watch/counter-client.ts';
import { listening } from '../watch/listening-ports.ts';

const GUESSES = 20_000;
const OPENINGS = 300;
const AT_ONCE = 16;
/** So many connections that say nothing hold on to the address while it closes. */
const HANGERS_ON = 50;
const CLOSED_WITHIN_MS = 5_000;
const CODE = 'the-code-of-the-service';

export const redirect: Attack = {
  wants: 'a code of a stranger is taken for the one of the service, more than one is taken, or the address stays open',
  async run({ chance, tries }) {
    const app = await openVenueProcess({ robot: false });
    const reached: string[] = [];
    try {
      await app.switchOn();
      const counter = await openCounter(app.counterUrl());
      const before = listening(app.pid()).size;
      const open = async (): Promise<URL> => {
        for (;;) {
          const opened = await counter.call('venue.openRedirect', { via: 'loopback' });
          if (opened.ok) return new URL(opened.value.redirectUri);
          // More often than any person would: the screen is slowed, and asks again.
          if (opened.problem.code !== 'too-much') throw new Error(english(opened.problem.says));
          await pause(1_000);
        }
      };

      const address = await open();
      let got: string | null = null;
      void counter.call('venue.awaitCode', { redirectUri: address.href }).then((answer) => {
        got = answer.ok ? answer.value.authorizationCode : 'nothing';
      });
      const secret = address.pathname.split('/').at(-1) ?? '';
      const paths = [
        () => '/connected',
        () => '/connected/',
        () => `/connected/${randomBytes(32).toString('base64url')}`,
        () => `/connected/${secret.slice(0, chance.below(secret.length))}`,
        () => `/connected/${secret}/`,
        () => `/connected/${secret.toUpperCase()}x`,
        () => `//connected/${secret}x`,
        () => `/${randomBytes(8).toString('hex')}`,
      ];
      const guesses = tries(GUESSES);
      let guessed = 0;
      const lane = async (): Promise<void> => {
        while (guessed < guesses && got === null) {
          guessed += 1;
          const method = chance.pick(['GET', 'GET', 'POST', 'HEAD']);
          await fetch(`${address.origin}${chance.pick(paths)()}?code=stolen-${guessed}&state=x`, { method }).catch(() => undefined);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      if (got !== null) reached.push(`the code "${got}" was taken after ${guessed} guesses`);
      // What comes to the right address and is no code does not end the waiting either.
      for (const query of ['', '?code=', '?error=access_denied', '?code=a&code=b', '?code=%00', `?code=${'x'.repeat(9_000)}`])
        await fetch(address.href + query).catch(() => undefined);
      await fetch(`${address.href}?code=${CODE}`, { method: 'POST' }).catch(() => undefined);
      if (got !== null) reached.push(`"${got}" was taken for a code`);

      const hangersOn = Array.from({ length: HANGERS_ON }, () => {
        const socket = connect(Number(address.port), '127.0.0.1');
        socket.on('error', () => undefined).write('GET /connected');
        return socket;
      });
      const answers: number[] = [];
      for (const code of [CODE, 'a-second-code', 'a-third-code']) {
        const answer = fetch(`${address.href}?code=${code}`).then(
          ({ status }) => status,
          () => 0,
        );
        answers.push(await answer);
      }
      await until('the code', () => got !== null, 10_000).catch(() => reached.push('the code of the service was not taken'));
      if (got !== null && got !== CODE) reached.push(`instead of the code of the service "${got}" was taken`);
      if (answers.filter((status) => status === 200).length > 1) reached.push(`${answers.join(', ')}: more than one code was taken`);
      const port = Number(address.port);
      await until('the end of the address', () => !listening(app.pid()).has(port), CLOSED_WITHIN_MS).catch(() =>
        reached.push('the address stayed open'),
      );
      for (const socket of hangersOn) socket.destroy();

      const openings = tries(OPENINGS);
      for (let opening = 0; opening < openings; opening += 1) await open();
      const more = listening(app.pid()).size - before;
      if (more > 1) reached.push(`${openings} openings left ${more} ports open`);
      counter.close();
      return { tried: guessed + openings, reached, figures: `${guessed} guesses, ${openings} openings, ${more} port open at the end` };
    } finally {
      await app.close();
    }
  },
};
