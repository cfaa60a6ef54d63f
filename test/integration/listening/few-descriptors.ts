/** A listener in a process of its own, which its parent gives few descriptors. Prints its port. */
import { guardedServer } from '../../../main/listening/guarded-server.ts';
import { systemTime } from '../../../main/time/system-time.ts';

const server = guardedServer({
  time: systemTime,
  limits: { connections: 1_000, spareDescriptors: 20 },
  onDefect: (error) => console.error(error),
  serve: (_asked, response) => void response.end('here'),
});
console.log(await server.listen(0, '127.0.0.1'));
