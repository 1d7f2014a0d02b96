import 'driver.js/dist/driver.css';
import './tour.css';
import { driver } from 'driver.js';
import { type TourName, tourSteps, tourTexts } from './tour-steps.ts';

/** Px around what a step means. */
const padding = 6;

function visible(target: string): Element | undefined {
  const all = [...document.querySelectorAll(`[data-tour="${target}"]`)];
  return all.find((element) => element.checkVisibility({ visibilityProperty: true }));
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
  const steps = tourSteps[name]
    .filter(({ target }) => visible(target))
    .map(({ target, title, text }) => ({
      // Asked for anew at its turn: the code that comes late replaces what stood in for it.
      element: () => visible(target) as Element,
      popover: { title, description: text },
    }));
  return new Promise((resolve) => {
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
      onDestroyStarted() {
        tour.destroy();
        resolve(true);
      },
    });
    signal.addEventListener('abort', () => {
      tour.destroy();
      resolve(false);
    });
    tour.drive();
  });
}
