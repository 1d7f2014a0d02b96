/** Beyond the edges of the window: a picture is there before a hand that scrolls as one reads has reached it. */
const margin = '800px 0px';

// Each is asked for when it is made, which is what takes time, and only after everything else that a frame does first.
const picturesInFrame = 2;

// px in a frame. What passes by as quickly nobody looks at.
const quickScroll = 300;

export interface NearPictures {
  /** Its pictures are drawn when it comes near. */
  watch: (section: Element) => void;
  end: () => void;
}

/** Takes the place of an address that the page's markup left for it (`isFilledWithPictures`). */
function draw(place: HTMLElement) {
  const { picture = '', look = '' } = place.dataset;
  const image = place.ownerDocument.createElement('img');
  image.className = look;
  image.alt = '';
  image.decoding = 'async';
  image.src = picture;
  place.removeAttribute('data-picture');
  place.prepend(image);
}

const waitingIn = (section: ParentNode) => section.querySelectorAll<HTMLElement>('[data-picture]');

/** Tells which sections are near, by what the browser does anyway: it lays out only those (`content-visibility`). */
function watchLayout(_page: Document, onNear: (section: Element, isNear: boolean) => void) {
  const changed = (event: Event) => {
    const { target, skipped } = event as ContentVisibilityAutoStateChangeEvent;
    onNear(target as Element, !skipped);
  };
  return {
    watch: (section: Element) => section.addEventListener('contentvisibilityautostatechange', changed),
    unwatch: (section: Element) => section.removeEventListener('contentvisibilityautostatechange', changed),
  };
}

/** The same for a browser that lays out everything. */
function watchPlace(page: Document, onNear: (section: Element, isNear: boolean) => void) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) onNear(target, isIntersecting);
    },
    { root: page, rootMargin: margin },
  );
  return {
    watch: (section: Element) => observer.observe(section),
    unwatch: (section: Element) => observer.unobserve(section),
  };
}

/**
 * Draws the pictures of a page's files, thousands perhaps, when their sections come near. A browser that looks by itself
 * where lazy ones stand does so in every frame, and in a window without scripts it loads all of them.
 */
export function drawNearPictures(page: Document): NearPictures {
  const near = new Set<Element>();
  const watched = new Set<Element>();
  let lastTop = 0;
  let isQuick = false;
  let frame: number | null = null;
  // Told at the beginning of a frame: to ask later would have the page laid out for the answer.
  const scrolled = () => {
    const now = page.scrollingElement?.scrollTop ?? 0;
    isQuick = Math.abs(now - lastTop) > quickScroll;
    lastTop = now;
  };
  const drawFrame = () => {
    frame = null;
    let left = isQuick ? 0 : picturesInFrame;
    isQuick = false;
    for (const section of near) {
      if (left === 0) break;
      for (const place of waitingIn(section)) {
        if (left === 0) return soon();
        draw(place);
        left -= 1;
      }
      leave(section);
    }
    if (near.size > 0) soon();
  };
  const soon = () => {
    frame ??= requestAnimationFrame(drawFrame);
  };
  const mark = (section: Element, isNear: boolean) => {
    if (isNear) near.add(section);
    else near.delete(section);
    if (near.size > 0) soon();
  };
  const nearness = ('ContentVisibilityAutoStateChangeEvent' in window ? watchLayout : watchPlace)(page, mark);
  const leave = (section: Element) => {
    near.delete(section);
    watched.delete(section);
    nearness.unwatch(section);
  };
  const drawAll = () => {
    for (const section of watched) for (const place of waitingIn(section)) draw(place);
  };
  page.addEventListener('scroll', scrolled, { passive: true });
  // On paper everything is near.
  page.defaultView?.addEventListener('beforeprint', drawAll);
  return {
    watch(section) {
      if (!section.querySelector('[data-picture]')) return;
      watched.add(section);
      nearness.watch(section);
    },
    end() {
      page.removeEventListener('scroll', scrolled);
      page.defaultView?.removeEventListener('beforeprint', drawAll);
      for (const section of watched) leave(section);
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}
