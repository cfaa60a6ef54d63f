// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Faults in orders and refunds. */
import type { Planted } from './planted.ts';

const MONEY_BACK = 'test/integration/outbox/answers-to-money-back.test.ts';
const TWO_PLACES = 'test/integration/outbox/refunds-from-two-places.test.ts';
const REFRESH = 'test/integration/service/token-refresh-answers.test.ts';

export const OF_MONEY: readonly Planted[] = [
  {
    name: 'refund-sent-again-after-500',
    file: 'main/service/problem.ts',
    old: "message('service.fault', { status }), status, outcome: 'unknown' }",
    new: "message('service.fault', { status }), status }",
    tests: [MONEY_BACK],
  },
  {
    name: 'refund-given-up-after-503',
    file: 'main/service/problem.ts',
    old: "{ code: 'service-error', text: message('service.unavailable'), status }",
    new: "{ code: 'service-error', text: message('service.unavailable'), status, outcome: 'unknown' }",
    tests: [MONEY_BACK],
  },
  {
    name: 'refund-sent-again-after-a-cut-connection',
    file: 'main/service/http.ts',
    old: "return failure({ code: 'timeout', text: NO_ANSWER, found, outcome: 'unknown' });",
    new: "return failure({ code: 'timeout', text: NO_ANSWER, found });",
    tests: [MONEY_BACK],
  },
  {
    name: 'refund-422-is-retried',
    file: 'main/service/problem.ts',
    old: "    case 400:\n    case 422:\n      return { code: 'refused'",
    new: "    case 422:\n      return { code: 'service-error', text: message('service.unavailable'), status };\n    case 400:\n      return { code: 'refused'",
    tests: [MONEY_BACK],
  },
  {
    name: 'refund-409-without-its-explanation',
    file: 'main/outbox/operations.ts',
    old: "if (name === 'refund-items') return failed",
    new: "if (name === 'refund-basket') return failed",
    tests: [MONEY_BACK],
  },
  {
    name: 'deposits-sent-again-after-a-lost-answer',
    file: 'main/outbox/operations.ts',
    old: 'const money = MONEY_BACK.includes(name);',
    new: "const money = MONEY_BACK.includes(name) && name !== 'deposits-returned';",
    tests: [MONEY_BACK],
  },
  {
    name: 'refresh-503-asks-to-reconnect',
    file: 'main/service/tokens.ts',
    old: "      if (answer.problem.oauthError === 'invalid_grant') {",
    new: "      if (answer.problem.oauthError === 'invalid_grant' || answer.problem.status === 503) {",
    tests: [REFRESH],
  },
  {
    name: 'refresh-401-asks-to-reconnect',
    file: 'main/service/tokens.ts',
    old: "if (problem.oauthError === 'invalid_client') return wrongCredentials(problem);",
    new: "if (problem.oauthError === 'invalid_client') return { ...problem, oauthError: 'invalid_grant' };",
    tests: [REFRESH],
  },
  {
    name: 'major-units-divided-by-100-in-every-currency',
    file: 'main/outbox/operations.ts',
    old: "const perMajor = 10 ** (options.currencyDigits(currency ?? '') ?? 0);",
    new: 'const perMajor = 100;',
    tests: ['test/integration/outbox/refund-units.test.ts'],
  },
  {
    name: 'refund-limit-counts-one-piece',
    file: 'main/orders/operations.ts',
    old: 'sum + count * perUnit, 0)',
    new: 'sum + perUnit, 0)',
    tests: ['test/unit/orders/operations.test.ts'],
  },
  {
    name: 'same-refund-in-another-row-order-sent-twice',
    file: 'main/outbox/same-refund.ts',
    old: '`${row} ${count} ${perUnit}`).sort()',
    new: '`${row} ${count} ${perUnit}`)',
    tests: [TWO_PLACES],
  },
  {
    name: 'refund-being-sent-not-counted-in-the-limit',
    file: 'main/outbox/money-back.ts',
    old: 'return done + underWay;',
    new: 'return done;',
    tests: [TWO_PLACES],
  },
  {
    name: 'refund-sent-again-after-a-crash',
    file: 'main/outbox/service-command.ts',
    old: '  if (uncertain && job.outcomeUnknown) return uncertain();\n',
    new: '',
    tests: ['test/e2e/computer/restored.test.ts'],
  },
  {
    name: 'deposits-in-minor-units',
    file: 'main/service/request-bodies.ts',
    old: 'total_price_incl_vat: asSent(total)',
    new: 'total_price_incl_vat: total',
    tests: ['test/integration/outbox/refund-units.test.ts'],
  },
  {
    name: 'cash-to-expect-is-the-cash-to-collect',
    file: 'main/service/deliveries/delivery-bodies.ts',
    old: 'amount_to_expect: cash.expect ?? cash.collect',
    new: 'amount_to_expect: cash.collect',
    tests: ['test/integration/service/delivery-bodies.test.ts'],
  },
  {
    name: 'deposit-returned-only-once-delivered',
    file: 'main/orders/operations.ts',
    old: "return stage === 'delivered' || stage === 'ready' ? null : message('operation.afterHandOver');",
    new: "return stage === 'delivered' ? null : message('operation.afterHandOver');",
    tests: ['test/unit/orders/operations.test.ts'],
  },
];
