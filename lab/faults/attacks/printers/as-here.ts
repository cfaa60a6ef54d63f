/** `node as-here.ts QUEUE`: prints on this system printer and reports the result. */
import { printBySystem } from '../../../../main/printing/transports/system-printer.ts';

const [, , queue = ''] = process.argv;
console.log(JSON.stringify(await printBySystem(queue, Buffer.from('paper'), 1_000)));
