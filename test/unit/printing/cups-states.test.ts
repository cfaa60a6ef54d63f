/** Parsing the output of CUPS 2.4 with LC_ALL=C. */
import { expect, test } from 'vitest';
import { endOf, printersIn, troubleIn } from '../../../main/printing/transports/cups-states.ts';

const described = (alerts: string, first = 'is idle.  enabled since Thu Nov 26 16:23:10 2026') =>
  `printer kitchen ${first}\n\tForm mounted:\n\tDescription: Star TSP143\n\tAlerts: ${alerts}\n\tConnection: direct\n`;

test.each([
  ['none', null],
  ['media-low-warning', null],
  ['toner-low-report', null],
  ['media-empty-error', 'paper-out'],
  ['cover-open', 'cover-open'],
  ['door-open-report media-empty-error', 'cover-open'],
  ['media-jam-error', 'printer-error'],
  ['offline-report', 'offline'],
  ['paused', 'offline'],
])('the state "%s" is reported as %s', (alerts, code) => {
  expect(troubleIn('kitchen', described(alerts))?.code ?? null).toBe(code);
});

test('a stopped printer is reported by name', () => {
  expect(troubleIn('kitchen', described('none', 'disabled since Thu Nov 26 -\n\treason unknown'))?.text).toMatchObject({
    code: 'printer.queueStopped',
  });
});

test('all CUPS printers are listed with their device URIs', () => {
  const text = described('none') + described('media-empty-error').replace('kitchen', 'bar');
  expect(printersIn(text, 'device for bar: usb://Star/TSP143\ndevice for kitchen: socket://192.0.2.7:9100\n')).toEqual([
    { name: 'kitchen', port: 'socket://192.0.2.7:9100', driver: 'Star TSP143', trouble: null },
    { name: 'bar', port: 'usb://Star/TSP143', driver: 'Star TSP143', trouble: expect.objectContaining({ code: 'paper-out' }) },
  ]);
  expect(printersIn('', '')).toEqual([]);
});

test.each([
  ['job-completed-successfully', 'printed'],
  ['job-canceled-by-user', 'broken-off'],
  ['aborted-by-system', 'broken-off'],
  ['processing-to-stop-point', null],
])('a print job with the state %s ended as %s', (alerts, end) => {
  const of = (id: number, output: string) =>
    `kitchen-${id}  root  1024  Thu Nov 26\n\tStatus: \n\tAlerts: ${output}\n\tqueued for kitchen\n`;
  expect(endOf('kitchen-1', of(10, 'job-canceled-by-user') + of(1, alerts))).toBe(end);
});
