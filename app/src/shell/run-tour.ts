import 'driver.js/dist/driver.css';
import './tour.css';
import { driver } from 'driver.js';
import { type TourName, type TourStep, tourSteps, tourTexts } from './tour-steps.ts';

/** Px around what a step means. */
const padding = 6;

const isVisible = (element: Element | undefined) =>
  element?.checkVisibility({ visibilityProperty: true }) ?? false;

const visible = (target: string): Element | undefined =>
  [...document.querySelectorAll(`[data-tour="${target}"]`)].find(isVisible);

const stepsOnScreen = (name: TourName) => tourSteps[name].filter(({ target }) => visible(target));

const driverStep = ({ target, title, text }: TourStep) => ({
  // Asked for anew at its turn: the code that comes late replaces what stood in for it.
  element: () => visible(target) as Element,
  popover: { title, description: text },
});

/** Index in `shown` of the step that was meant, or of the one that comes next where there is no room for it. */
function placeOf(meant: string | undefined, { name, shown }: { name: TourName; shown: readonly TourStep[] }) {
  const order = tourSteps[name].map(({ target }) => target);
  const from = order.indexOf(meant ?? '');
  const next = shown.findIndex(({ target }) => order.indexOf(target) >= from);
  return next < 0 ? shown.length - 1 : next;
}

/** Resolves once something of this name is on the screen; rejects with the signal's reason. */
function untilVisible(target: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const look = () => {
      if (!visible(target)) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    signal.addEventListener('abort', () => {
      observer.disconnect();
      reject(signal.reason);
    });
    look();
  });
}

/**
 * Walks through what of the tour is on the screen, once its first element is.
 * @param signal takes the tour away when its page goes
 * @returns false when it was not walked to its end or closed: something else was open, or the page went
 */
export async function runTour(name: TourName, signal: AbortSignal): Promise<boolean> {
  const [first] = tourSteps[name];
  if (!first) return false;
  try {
    await untilVisible(first.target, signal);
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
  // A question that is open comes first; the tour then comes with the next visit of the page.
  if (document.querySelector('[role="dialog"]')) return false;
  let shown = stepsOnScreen(name);
  return new Promise((resolve) => {
    const steps = shown.map(driverStep);
    const tour = driver({
      steps,
      // While it moves it hears neither keys nor its own end.
      animate: false,
      overlayColor: '#0a1a22',
      overlayOpacity: 0.6,
      stagePadding: padding,
      stageRadius: 12,
      disableActiveInteraction: true,
      skipMissingElement: true,
      showProgress: steps.length > 1,
      progressText: tourTexts.progress,
      nextBtnText: tourTexts.next,
      prevBtnText: tourTexts.back,
      doneBtnText: tourTexts.done,
      popoverClass: 'satchel-tour',
      // Close beside the sign of the connection stands the date, which is not meant.
      onHighlightStarted: (element) => {
        const isClose = element?.matches('[data-tour="connection"]');
        tour.setConfig({ ...tour.getConfig(), stagePadding: isClose ? 0 : padding });
      },
      onPopoverRender({ wrapper, closeButton, title, footer }) {
        closeButton.setAttribute('aria-label', tourTexts.close);
        // The focus begins at the first button, which is to be the way on.
        wrapper.append(closeButton);
        // Its header and footer are none of the page's.
        title.role = 'presentation';
        footer.role = 'group';
      },
      // Of its end nothing is heard before the first frame in which it stands.
      onDestroyStarted: () => end(true),
    });
    /** Whoever turns the device or drags the window may have another bar before them, with other places for the same. */
    function followLayout() {
      if (isVisible(tour.getActiveElement())) return;
      const meant = shown[tour.getActiveIndex() ?? 0]?.target;
      shown = stepsOnScreen(name);
      if (shown.length === 0) return;
      tour.setConfig({ ...tour.getConfig(), steps: shown.map(driverStep), showProgress: shown.length > 1 });
      tour.moveTo(placeOf(meant, { name, shown }));
    }
    const layout = new MutationObserver(followLayout);
    function end(isSeen: boolean) {
      layout.disconnect();
      window.removeEventListener('resize', followLayout);
      tour.destroy();
      resolve(isSeen);
    }
    signal.addEventListener('abort', () => end(false));
    window.addEventListener('resize', followLayout);
    tour.drive();
    layout.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}
