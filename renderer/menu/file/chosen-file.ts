/** A menu's file that somebody chose. */
export interface ChosenFile {
  name: string;
  format: 'json' | 'csv';
  text: string;
}
