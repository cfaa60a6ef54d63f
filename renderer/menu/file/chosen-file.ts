export interface ChosenFile {
  name: string;
  format: 'json' | 'csv';
  text: string;
  /** The file isn't UTF-8; it's read as Windows-1252. */
  isGuessed: boolean;
}
