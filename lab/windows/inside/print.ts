/** Run in Wine: prints jobs by the print system (`print.ts COUNT PRINTER`) or a port (`print.ts COUNT COM5`); prints the results. */
import { printOnDevice } from '../../../main/printing/transports/device-printer.ts';
import { printBySystem } from '../../../main/printing/transports/system-printer.ts';
import { paper } from './paper.ts';

const [, , count = '1', printer = '', limitMs = '8000'] = process.argv;
const results: object[] = [];
for (let number = 1; number <= Number(count); number += 1) {
  const bytes = paper(number);
  const isPort = /^COM\d/.test(printer);
  results.push(await (isPort ? printOnDevice(printer, bytes, Number(limitMs)) : printBySystem(printer, bytes, Number(limitMs))));
}
console.log(JSON.stringify(results));
process.exit(0);
