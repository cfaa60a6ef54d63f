/** `node as-on-windows.ts QUEUE`: prints on this shared printer as the app does on Windows, as far as that can be had elsewhere, and says what became of it. */
Object.defineProperty(process, 'platform', { value: 'win32' });
const { printBySystem } = await import('../../../../main/printing/transports/system-printer.ts');
const [, , queue = ''] = process.argv;
console.log(JSON.stringify(await printBySystem(queue, Buffer.from('paper'))));
// A thread whose library is not here may not have ended yet.
process.exit();
