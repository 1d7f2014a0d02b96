// Runs on the prospect's page: tells the host for how long what was looked at, and opens files in a viewer, which is
// loaded when somebody opens one. Nothing else is collected, nothing is stored on the device.

/** Nobody is there any more after so long without a sign, unless a film plays. */
const idleMs = 60_000;
/** A film in a frame of somebody else's does not say whether it still plays: most are over by then. */
const longestUnheardMs = 10 * 60_000;
/** A page in front, in use, for so long has a reader who does not move. */
const lookedAtMs = 20_000;
/** A gap between two looks at the clock: the device slept. */
const longestStepMs = 5000;
const reportEveryMs = 15_000;
/** A page that was only flashed up was not read. */
const shortestReadMs = 1000;

const { views, session, before } = document.querySelector('script[data-session]').dataset;

const { pathname, search, hash } = location;
const isOwn = new URLSearchParams(search).has('own');
/** The host was not told again that this is the rep's own look: the tab was loaded anew by the address that it shows. */
const isMistaken = !isOwn && history.state?.own === true;

const remember = () => history.replaceState({ ...history.state, own: true }, '');

// How the page was opened is no part of its address: copied on, it is everybody's. The tab's own history keeps it.
if (search) history.replaceState(history.state, '', pathname + hash);
if (isMistaken) location.replace(`${pathname}?own${hash}`);
if (isOwn) {
  remember();
  // A link within the page makes a place in the history of its own.
  addEventListener('hashchange', remember);
}

/** A visit that goes on when its page is loaded again is told of as a whole: of all its sums the largest counts. */
const totals = before ? JSON.parse(before) : { visible_ms: 0, medias: {}, sections: {}, pages: {} };
/** What the viewer shows: the media, its page, and whether a film plays. */
let shown = null;
let attended = false;
let inFrontMs = 0;
let settledAt = performance.now();
let lastSign = settledAt;
let reported = '';
let wasAttended = false;

// A browser that says it is driven by a program is no person, whatever it touches.
const isDriven = navigator.webdriver === true;

const isSeen = () => document.visibilityState === 'visible' && !document.prerendering;
let wasSeen = isSeen();

const add = (sums, key, ms) => {
  sums[key] = Math.round((sums[key] ?? 0) + ms);
};

/** Puts down the time since the last look at the clock, to what was seen until now. */
function settle() {
  const now = performance.now();
  const ms = Math.min(now - settledAt, longestStepMs);
  settledAt = now;
  const isThere = now - lastSign < (shown?.isUnheard ? longestUnheardMs : idleMs) || shown?.isPlaying();
  if (wasSeen && isThere) {
    totals.visible_ms += ms;
    if (document.hasFocus()) inFrontMs += ms;
    if (inFrontMs >= lookedAtMs && !isDriven) attended = true;
    if (shown) {
      add(totals.medias, shown.mediaId, ms);
      if (shown.page !== null) {
        totals.pages[shown.mediaId] ??= {};
        add(totals.pages[shown.mediaId], shown.page, ms);
      }
    } else {
      const place = sectionInView();
      if (place !== null) add(totals.sections, place, ms);
    }
  }
  wasSeen = isSeen();
}

// A table that is moved sideways is reached by keyboard also where browsers do not see to that by themselves.
const sizes = new ResizeObserver((changed) => {
  for (const { target } of changed) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
for (const table of document.querySelectorAll('.words table')) sizes.observe(table);

const inView = new Set();
const sections = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target);
    else inView.delete(target);
  }
});
for (const section of document.querySelectorAll('[data-section]')) sections.observe(section);

/** The section that fills most of the window. */
function sectionInView() {
  let most = 0;
  let place = null;
  for (const section of inView) {
    const { top, bottom } = section.getBoundingClientRect();
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (height > most) [most, place] = [height, section.dataset.section];
  }
  return place;
}

const isWorthTelling = () => !isMistaken && totals.visible_ms >= shortestReadMs;

const bodyOf = () =>
  JSON.stringify({ session, attended, totals: { ...totals, visible_ms: Math.round(totals.visible_ms) } });

/** Sums go again with the next report when this one is lost, so nothing has to be kept. */
async function report() {
  settle();
  const body = bodyOf();
  if (!isWorthTelling() || body === reported) return;
  const headers = { 'content-type': 'application/json' };
  try {
    const answer = await fetch(views, { method: 'POST', body, headers, keepalive: true });
    if (answer.ok) reported = body;
  } catch {
    // No connection.
  }
}

/** The last word of a page that is left or put away: it may never run again. */
function leave() {
  settle();
  if (!isWorthTelling()) return;
  const body = new Blob([bodyOf()], { type: 'application/json' });
  if (!navigator.sendBeacon?.(views, body)) report();
}

const noteSign = (event) => {
  if (!event.isTrusted) return;
  settle();
  lastSign = performance.now();
};
const noteTouch = (event) => {
  noteSign(event);
  // A pointer that lies still under a page that moves is nobody's.
  const isMoved = event.type !== 'pointermove' || event.movementX !== 0 || event.movementY !== 0;
  if (event.isTrusted && isMoved && !isDriven) attended = true;
};
const quietly = { capture: true, passive: true };
for (const sign of ['pointerdown', 'pointermove', 'touchstart', 'touchmove', 'wheel', 'keydown']) {
  addEventListener(sign, noteTouch, quietly);
}
// Programs scroll too.
addEventListener('scroll', noteSign, quietly);
// Of what is touched inside a frame the page hears nothing but that it lost the focus to it, which some browsers move a moment later.
addEventListener('blur', (event) =>
  setTimeout(() => document.activeElement?.localName === 'iframe' && noteSign(event)),
);

document.addEventListener('visibilitychange', () => (isSeen() ? settle() : leave()));
document.addEventListener('prerenderingchange', settle);
addEventListener('pagehide', leave);
addEventListener('online', report);

let lastReport = performance.now();
setInterval(() => {
  settle();
  const isDue = performance.now() - lastReport >= reportEveryMs;
  const isNews = attended && !wasAttended && totals.visible_ms >= shortestReadMs;
  if (!isSeen() || !(isDue || isNews)) return;
  lastReport = performance.now();
  wasAttended = attended;
  report();
}, 1000);

/** What the viewer tells of itself. */
const visit = {
  /**
   * @param film `isPlaying`: whether it runs just now, which is watched without a touch; `isUnheard`: nobody can tell
   */
  show(mediaId, page = null, { isPlaying = () => false, isUnheard = false } = {}) {
    settle();
    totals.medias[mediaId] ??= 0;
    shown = { mediaId, page, isPlaying, isUnheard };
  },
  hide() {
    settle();
    shown = null;
    report();
  },
};

// What this page reports itself needs no second note by the host.
for (const link of document.querySelectorAll('a[data-media-id]')) {
  if (link.origin === location.origin) link.search = '?reported';
}

document.addEventListener('click', async (event) => {
  const link = event.target.closest?.('a[data-media-id]');
  if (!link) return;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link.dataset.viewer || !isPlain) {
    totals.medias[link.dataset.mediaId] ??= 0;
    report();
    return;
  }
  event.preventDefault();
  link.setAttribute('aria-busy', 'true');
  try {
    const { openViewer } = await import('./viewer.js');
    openViewer(link, visit);
  } catch {
    // The viewer could not be fetched: the file itself is still a link.
    location.assign(link.href);
  } finally {
    link.removeAttribute('aria-busy');
  }
});

/** A picture that cannot be had gives way to the sign of a file without one. */
async function standIn(picture) {
  const place = picture.closest('.preview');
  // Without a connection not even the sign comes.
  const signs = place && (await import('./viewer-icons.js').catch(() => null));
  if (signs) place.replaceChildren(signs.icon(picture.className));
}

// It does not bubble.
const missed = ({ target }) => target.localName === 'img' && standIn(target);
document.addEventListener('error', missed, { capture: true });
// What was missed before this ran.
for (const picture of document.querySelectorAll('.preview img')) {
  if (picture.complete && picture.naturalWidth === 0) standIn(picture);
}
