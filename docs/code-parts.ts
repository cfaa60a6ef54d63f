/** Separates the comments, strings and code of a TypeScript or CSS file. */

const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/;
const REGEX = /(?<=[=(,:;!&|?{}[\n]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//;
const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/;
const NO_CODE = new RegExp([COMMENT, REGEX, STRING].map(({ source }) => source).join('|'), 'g');

/** Code without comments and prose. A string of one word stays: it's a code, and so a name. */
export const onlyCode = (text: string): string => text.replaceAll(NO_CODE, (found) => (/^(['"`])\w+\1$/.test(found) ? found : ' '));

/** The comments, without those that instruct a tool. */
export const commentsIn = (text: string): string[] =>
  (text.match(NO_CODE) ?? []).filter((found) => /^\/[/*]/.test(found) && !/^\/[/*]+\s*(?:biome-ignore|@ts-)/.test(found));
