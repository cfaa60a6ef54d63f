/** Command lines of the tools: a wrong argument ends the tool with one sentence. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Like `parseArgs`; ends the process on wrong arguments. */
export function readCommandLine<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    return endWith(`${(error as Error).message.split('. ', 1)[0]}.`.replace('..', '.'));
  }
}

export function endWith(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
