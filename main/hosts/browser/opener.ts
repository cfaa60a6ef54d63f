/**
 * Starts a browser in a separate process, as it takes time and the umask is per process. If none starts, exits with 1 and the reason on
 * stderr.
 */
import open from 'open';

const [, , file] = process.argv;
try {
  await open(file ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
