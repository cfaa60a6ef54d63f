/** The command lines of the tools: what was typed wrongly ends with one sentence. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** As `parseArgs`; ends the process where what was typed is wrong. */
export function readCommandLine<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    return endWith(`${(error as Error).message.split('. ', 1)[0]}.`.replace('..', '.'));
  }
}

/** Says why, and ends the process. */
export function endWith(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
