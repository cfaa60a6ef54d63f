/**
 * Finds and starts a browser, in a separate process, because that takes time and because a process has one umask for every file. Takes the
 * file to open; exits with 1, and the reason on stderr, if no browser starts.
 */
import open from 'open';

const [, , file] = process.argv;
try {
  await open(file ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
