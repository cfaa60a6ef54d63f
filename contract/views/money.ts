/** An amount as screens show it. */

/** Minor currency units as the service sent them, and the text to show ("50.80 EUR"). */
export interface MoneyView {
  amount: number;
  currency: string;
  text: string;
}
