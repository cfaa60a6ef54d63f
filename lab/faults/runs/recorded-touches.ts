/**
 * Records each tap inside the page before the app handles it: the drawn target at finger down, and the page's reaction until the next tap.
 */

export interface RecordedTouch {
  /** ms of the computer's clock. */
  at: number;
  x: number;
  y: number;
  /** The number on the card, row or dialog under the finger; null without one. */
  number: string | null;
  /** The numbers a bulk button named: those checked in the list above it. */
  several: string[];
  control: string | null;
  /** A control drawn there within the last 300 ms and now gone. */
  was: { control: string; number: string | null } | null;
  /** Elements under the finger, innermost first. */
  under: string;
  /** What was drawn above the element that got the tap. */
  over: string | null;
  /** Whether it was enabled and the tap would change it. */
  isLive: boolean;
  /** Resulting calls with their order; without read-only ones. */
  calls: { name: string; orderId: string | null }[];
  reported: boolean;
  /** Something changed on screen: a dialog, the focus, a mark. */
  changed: boolean;
  clicked: boolean;
  linked: boolean;
  /** Pixels the card moved between down and up, and its column's scroll position. */
  movedPx: number;
  scrolledPx: number;
}

/** Reads and empties the record. */
export const TAKE_RECORD = 'window.touchRecord.splice(0)';

export const RECORDER = `(() => {
  const record = (window.touchRecord = []);
  const CONTROL = 'button, a[href], input, select, textarea, summary, label, [role="button"], [role="tab"], [role="row"], [role="checkbox"]';
  let last = null;
  // A busy page hears the click of one touch after the next has gone down: whose click it is, its pointer says, or its place.
  let acting = null;
  const recent = [];
  const MOST_RECENT = 20;
  const NEAR_PX = 16;
  const reported = () => Number(document.querySelector('.touch-notice')?.dataset.count ?? 0);
  const state = () => ({
    reported: reported(),
    look: [
      document.querySelectorAll('[role="dialog"]').length,
      document.querySelector('[aria-current="page"]')?.textContent,
      document.querySelectorAll(':checked').length,
      document.querySelectorAll('details[open]').length,
      [...document.querySelectorAll('[aria-expanded="true"], [aria-pressed="true"]')].map((one) => one.textContent).join(),
      [...document.querySelectorAll('textarea, input')].map((one) => one.value).join(),
      document.querySelectorAll('.item').length,
      // A touch on the word closes it.
      document.querySelector('.touch-notice p') !== null,
      // A refusal stands on the card.
      document.querySelectorAll('.problem').length,
      // "4 more" scrolls.
      [...document.querySelectorAll('.column-cards, .columns, .kitchen-tickets, .unanswered, .stopped')].map((one) => one.scrollTop + one.scrollLeft).join(),
      [...document.querySelectorAll('[aria-selected="true"]')].map((one) => one.textContent).join(),
      // The kitchen's text size is what its own button says.
      document.querySelector('.kitchen-size')?.textContent,
    ].join('|'),
    focus: document.activeElement,
  });
  const textOf = (one) => (one.getAttribute('aria-label') || one.textContent || one.tagName).replace(/\\s+/g, ' ').trim();
  const numberOf = (one) => {
    const card = one?.closest('.card, .ticket, .waiting');
    if (card) return card.querySelector('.card-number, .ticket-number')?.textContent ?? null;
    const chip = one?.closest('.rail-order, .ended-order, .stopped-order') ?? one?.closest('.menu')?.querySelector('[data-order]');
    if (chip) return chip.dataset.order ?? null;
    const dialog = one?.closest('[role="dialog"]');
    return /\\d{5}/.exec(dialog?.querySelector('h2, h3')?.textContent ?? '')?.[0] ?? null;
  };
  const pathOf = (one) => {
    const path = [];
    for (; one && path.length < 5; one = one.parentElement) path.push(one.tagName.toLowerCase() + [...one.classList].map((name) => '.' + name).join(''));
    return path.join(' < ');
  };
  const severalOf = (one) => {
    if (one?.matches('.stopped-all')) return [...document.querySelectorAll('.stopped-order')].map((row) => row.dataset.order);
    return one?.matches('[role="dialog"] .fill')
      ? [...one.closest('[role="dialog"]').querySelectorAll('.several-row:has(:checked) strong')].map((row) => row.textContent) : [];
  };
  // What does its work again without a change that could be seen.
  const isAgain = (control) =>
    control.matches('.rail-order, .bar-sound, [aria-current="page"], [aria-selected="true"], select, textarea, input:focus, input:checked, :has(> input:checked), .reject-suggestions button, .strip-sound');
  // A hand that has begun to move cannot stop within this, ms.
  const REACTION_MS = 300;
  const OVERLAY = '.dialog-shade, [role="dialog"], [role="alertdialog"], .menu, [role="listbox"], .touch-notice p, .strip-new';
  const boxOf = (one) => one.getBoundingClientRect();
  const scrollers = new WeakMap();
  const scrollerOf = (one) => {
    if (!scrollers.has(one)) {
      let around = one.parentElement;
      while (around && !/auto|scroll|hidden/.test(getComputedStyle(around).overflowY)) around = around.parentElement;
      scrollers.set(one, around);
    }
    return scrollers.get(one);
  };
  // What its list has scrolled out of sight was not drawn.
  const inSight = (one, box) => {
    const list = scrollerOf(one)?.getBoundingClientRect();
    return list ? { left: box.left, right: box.right, top: Math.max(box.top, list.top), bottom: Math.min(box.bottom, list.bottom) } : box;
  };
  const isIn = ({ left, right, top, bottom }, x, y) => x >= left && x < right && y >= top && y < bottom;
  // As it was drawn last: the topmost last.
  let overlays = [];
  let drawn = new Map();
  let lookedAt = 0;
  const LOOKS_EVERY_MS = 50;
  const look = () => {
    requestAnimationFrame(look);
    const now = performance.now();
    // What comes is transparent in its first frame.
    overlays = [...document.querySelectorAll(OVERLAY)].filter((one) => one.checkVisibility({ opacityProperty: true })).map((one) => ({ one, box: boxOf(one) }));
    // A look at every button costs more than a picture has time.
    if (now - lookedAt < LOOKS_EVERY_MS) return;
    lookedAt = now;
    for (const [one, { at }] of drawn) if (now - at > REACTION_MS) drawn.delete(one);
    for (const one of document.querySelectorAll(CONTROL)) {
      const whole = boxOf(one);
      const box = inSight(one, whole);
      if (whole.width < 4 || !one.contains(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2))) continue;
      // Where it stood before counts as long as a hand may be on its way there.
      const stood = drawn.get(one);
      const before = stood && (stood.box.left !== box.left || stood.box.top !== box.top) ? { ...stood, before: null } : stood?.before;
      drawn.set(one, { box, at: now, control: textOf(one), number: numberOf(one), before: before && now - before.at <= REACTION_MS ? before : null });
    }
  };
  requestAnimationFrame(look);
  // Whoever scrolls sees what moves.
  window.addEventListener('scroll', () => drawn.clear(), true);
  const wasAt = (x, y, under) => {
    const now = performance.now();
    for (const [one, place] of drawn)
      for (const { box, at, control, number } of [place, ...(place.before ? [place.before] : [])])
        if (now - at <= REACTION_MS && isIn(box, x, y) && !one.contains(under)) return { control, number };
    return null;
  };
  const overAt = (x, y, under) => {
    const there = overlays.filter(({ box }) => isIn(box, x, y));
    // Which of several lies on top is not in the order of the page.
    return there.length > 0 && !there.some(({ one }) => one.contains(under)) ? textOf(there[0].one).slice(0, 60) : null;
  };
  const cardTop = (card) => card?.getBoundingClientRect().top ?? 0;
  const note = (entry, before) => {
    const now = state();
    entry.reported ||= now.reported !== before.reported;
    entry.changed ||= now.look !== before.look || now.focus !== before.focus;
  };
  const finish = () => {
    if (!last) return;
    note(last.entry, last.state);
    record.push(last.entry);
    last = null;
  };
  window.addEventListener('pointerdown', (event) => {
    finish();
    // A finger a few pixels beside a button is on it for the browser: what it took the touch for, and not what is drawn at that very point.
    const under = event.target instanceof Element ? event.target : null;
    const control = under?.closest(CONTROL) ?? null;
    const card = under?.closest('.card, .ticket, .waiting, .stopped-order') ?? null;
    const entry = {
      at: Date.now(), x: event.clientX, y: event.clientY, number: numberOf(under), several: severalOf(control), control: control && textOf(control),
      was: wasAt(event.clientX, event.clientY, under), under: pathOf(under), over: overAt(event.clientX, event.clientY, under), isLive: control !== null && !isAgain(control), calls: [], reported: false, changed: false, clicked: false,
      linked: document.querySelector('.app')?.dataset.linked === 'true', movedPx: 0, scrolledPx: 0,
    };
    const column = card?.parentElement?.closest('.column-cards, .unanswered, .stopped') ?? null;
    last = { entry, state: state(), card, top: cardTop(card), column, scrolled: column?.scrollTop ?? 0 };
    acting = null;
    recent.push({ entry, id: event.pointerId, clicked: false });
    if (recent.length > MOST_RECENT) recent.shift();
  }, true);
  // What a key does is no touch's.
  window.addEventListener('keydown', () => { finish(); acting = null; }, true);
  window.addEventListener('click', (event) => {
    if (!event.isTrusted) return;
    const own = recent.findLast(({ id, clicked }) => !clicked && id === event.pointerId)
      ?? recent.slice(-3).find(({ entry, clicked }) => !clicked && Math.hypot(event.clientX - entry.x, event.clientY - entry.y) <= NEAR_PX);
    if (own) own.clicked = own.entry.clicked = true;
    const mine = (acting = own?.entry ?? null);
    const before = state();
    setTimeout(() => {
      if (acting === mine) acting = null;
      // Its touch may be over by the next one's start: what it did is its own all the same.
      if (mine) note(mine, before);
    });
  }, true);
  const lifted = () => {
    const mine = last;
    if (mine?.column) mine.entry.scrolledPx = Math.round(mine.column.scrollTop - mine.scrolled);
    if (mine?.card?.isConnected) mine.entry.movedPx = Math.round(Math.abs(cardTop(mine.card) - mine.top));
    setTimeout(() => { if (last === mine) finish(); }, 450);
  };
  window.addEventListener('pointerup', lifted, true);
  window.addEventListener('pointercancel', lifted, true);
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    try {
      const { call, input } = JSON.parse(text);
      const entry = acting ?? last?.entry;
      if (entry && call && !/snapshot|detail|settings.get|^history\\.|menu.ofOrder/.test(call)) entry.calls.push({ name: call, orderId: input?.orderId ?? null });
    } catch {}
    return send.call(this, text);
  };
})()`;

/** Targets: the middle of each visible button, with its text. */
export const AIMS = `[...document.querySelectorAll('.card button, .ticket button, .waiting button, [role="dialog"] button, [role="menuitem"], .rail-order, .strip-new')]
  .filter((one) => one.checkVisibility() && !one.closest('[inert]'))
  .map((one) => ({ box: one.getBoundingClientRect(), text: one.textContent.trim() }))
  .filter(({ box }) => box.width > 4 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth)
  .map(({ box, text }) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2, text }))`;
