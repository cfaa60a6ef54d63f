import { message } from '../../../contract/contract.ts';
import { orderId } from '../orders.ts';
import { on, type Scene } from '../scene.tsx';

export default { title: 'History' };

const history = (scene: Scene = {}) => on('history', () => scene);
export const Orders = history({ counter: { story: orderId(122) } });
export const NeverRead = history({ counter: { story: orderId(109) } });
export const NoneFound = history({ answers: { 'history.search': () => ({ orders: [], more: false }) } });
export const NotRead = history({ answers: { 'history.search': { code: 'x', text: message('service.unreachable') } } });

const reports = (touch: string[] = [], opens?: string) =>
  history({ counter: { historyTab: 'reports' }, touch, ...(opens ? { opens } : {}) });
const HEAD = 'history/reports/report-head.tsx';
export const Day = reports();
export const DayCompared = reports(['button.segment']);
export const Week = reports(['.segments-of .segment:nth-child(2) input']);
export const Print = reports(['.report-out .button'], HEAD);
export const Table = reports(['.report-out .button:nth-of-type(2)'], HEAD);
export const AnotherDay = reports(['.date-field button'], 'parts/form/date-field.tsx');
