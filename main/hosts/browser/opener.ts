/**
 * The process that looks for a browser and starts it: one of its own, because that takes its time, and the umask of a process is one for
 * everything that it writes. Takes the file to open; ends with 1, and the reason on its error output, where no browser can be started.
 */
import open from 'open';

const [, , file] = process.argv;
try {
  await open(file ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
