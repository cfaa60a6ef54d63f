/** When the service counts as unreachable, and when as back. */
import { beforeEach, expect, it } from 'vitest';
import { type CallUnderWay, type ContactKeeper, createContactKeeper } from '../../../main/service/contact.ts';

const ORIGIN = 'https://orders.example.test';
let time: number;
let underWay: CallUnderWay[];
let returned: number[];
let contact: ContactKeeper;

beforeEach(() => {
  time = 1_000_000;
  underWay = [];
  returned = [];
  contact = createContactKeeper({
    now: () => time,
    monotonic: () => time,
    underWay: () => underWay,
    onNews: () => undefined,
    onReturned: (voidMs) => void returned.push(voidMs),
  });
});

const begin = (calls: number, origin = ORIGIN) => {
  for (let call = 0; call < calls; call += 1) underWay.push({ origin, since: time });
};
const answer = (tookMs: number) => contact.heard({ origin: ORIGIN, state: 'reachable', text: 'The service answers.', hint: null, tookMs });
const fail = () => contact.heard({ origin: ORIGIN, state: 'trouble', text: "The service didn't answer.", hint: null, tookMs: 5_000 });

it('the service is unreachable after three failures in four seconds, and back with the first answer', () => {
  fail();
  fail();
  time += 4_000;
  expect(contact.isGone()).toBe(false);
  fail();
  expect(contact.isGone()).toBe(true);
  answer(40);
  expect(contact.isGone()).toBe(false);
  expect(returned).toEqual([1_000]);
});

it('the service is unreachable while calls hang; hanging calls are cut short when it answers another', () => {
  answer(40);
  time += 5_000;
  begin(8);
  time += 3_999;
  expect(contact.isGone()).toBe(false);
  time += 1;
  expect(contact.isGone()).toBe(true);
  answer(40);
  expect(returned).toEqual([1_000]);
});

it("the service isn't unreachable while one call hangs and others are answered", () => {
  begin(8);
  for (let seconds = 0; seconds < 15; seconds += 1) {
    time += 1_000;
    answer(40);
    expect(contact.isGone()).toBe(false);
  }
  expect(returned).toEqual([]);
});

it('a service that needs six seconds per answer is slow, not unreachable', () => {
  answer(40);
  time += 10_000;
  begin(8);
  time += 6_000;
  answer(6_000);
  expect(returned).toEqual([]);
});

it('each address of the service is reachable or not on its own', () => {
  begin(2);
  begin(2, 'https://sign-in.example.test');
  time += 8_000;
  expect(contact.isGone()).toBe(false);
});
