/** `node as-on-windows.ts QUEUE`: prints on this shared printer as on Windows, as far as possible elsewhere, and reports the result. */
Object.defineProperty(process, 'platform', { value: 'win32' });
const { printBySystem } = await import('../../../../main/printing/transports/system-printer.ts');
const [, , queue = ''] = process.argv;
console.log(JSON.stringify(await printBySystem(queue, Buffer.from('paper'))));
// A thread without its library may still be running.
process.exit();
