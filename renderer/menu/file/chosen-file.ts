/** The chosen menu file. */
export interface ChosenFile {
  name: string;
  format: 'json' | 'csv';
  text: string;
  /** It is no UTF-8, and was read as Windows-1252. */
  isGuessed: boolean;
}
