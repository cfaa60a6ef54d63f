/** Shows at Tillbridge's address why it can't start. */
import { type CannotStartPage, TROUBLE_PATH } from '../../../contract/entry.ts';
import { guardedServer } from '../../../shared/http/guarded-server.ts';
import type { Time } from '../../../shared/time/time.ts';
import type { ShowTrouble } from '../../app/supervisor.ts';
import { PAGE_HEADERS } from '../counter-page.ts';
import { SCRIPT, SCRIPT_PATH, troublePage } from '../trouble-page.ts';

const LIMITS = { connections: 32, request: 5_000, answer: 5_000 };

/** If the port is taken, only the terminal shows the reason. */
export function showTroubleAt(port: number, time: Time): ShowTrouble {
  return async (trouble) => {
    const server = guardedServer({
      limits: LIMITS,
      time,
      onDefect: (error) => console.error(error),
      serve(request, response, { path }) {
        const name = request.headers.host?.replace(/:\d+$/, '');
        // Other host names mean DNS rebinding by a foreign page.
        if (name !== '127.0.0.1' && name !== 'localhost') return void response.writeHead(421, PAGE_HEADERS).end();
        const answer = (status: number, type: string, text: string): void =>
          void response.writeHead(status, { ...PAGE_HEADERS, 'content-type': type, 'retry-after': '3' }).end(text);
        if (path === SCRIPT_PATH) return answer(200, 'text/javascript', SCRIPT);
        if (path === TROUBLE_PATH) return answer(503, 'application/json', JSON.stringify(trouble() satisfies CannotStartPage));
        answer(503, 'text/html; charset=utf-8', troublePage(trouble()));
      },
    });
    try {
      await server.listen(port, '127.0.0.1');
    } catch {
      return () => undefined;
    }
    return server.close;
  };
}
