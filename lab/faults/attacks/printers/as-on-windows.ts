/** `node as-on-windows.ts QUEUE`: prints on this shared printer by the code for Windows, and reports the result. */
Object.defineProperty(process, 'platform', { value: 'win32' });
const { printBySystem } = await import('../../../../main/printing/transports/system-printer.ts');
const [, , queue = ''] = process.argv;
console.log(JSON.stringify(await printBySystem(queue, Buffer.from('paper'))));
// A thread that lacks its Windows library may still run.
process.exit();
