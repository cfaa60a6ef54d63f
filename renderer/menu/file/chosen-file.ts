/** The chosen menu file. */
export interface ChosenFile {
  name: string;
  format: 'json' | 'csv';
  text: string;
  /** Not UTF-8, so read as Windows-1252. */
  isGuessed: boolean;
}
