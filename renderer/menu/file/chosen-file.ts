/** The chosen menu file. */
export interface ChosenFile {
  name: string;
  format: 'json' | 'csv';
  text: string;
}
