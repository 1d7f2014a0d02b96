import type { PackData } from '@satchel/core/pack/pack-data.ts';
import { createStore } from 'zustand/vanilla';
import { createTurnAfter } from '../../carrying/turn-after.ts';
import { texts } from '../../texts.ts';
import { sectionName } from '../state/add-medias.ts';
import {
  type Dragged,
  firstPlace,
  homeOf,
  isHome,
  isSamePlace,
  type Place,
  placesFor,
  positionIn,
  type StepKey,
  stepFrom,
} from './places.ts';

export interface DragState {
  dragged: Dragged | null;
  /** Null while it is held where it cannot be put. */
  place: Place | null;
  isByKeyboard: boolean;
  /** What was carried last has been put somewhere, and did not go back. */
  wasPut: boolean;
  /** What was last done, for those who hear it. */
  spoken: string;
}

export type Drag = ReturnType<typeof createDrag>;

const nothing = { dragged: null, place: null, isByKeyboard: false, wasPut: false };

const nameOf = (contents: PackData, at: number) =>
  sectionName(contents.elements[at]) || texts.builder.unknown;

/** 'before A word', 'at the end', 'into The counter, at 2' */
function whereIs(place: Place, dragged: Dragged, contents: PackData): string {
  const { drag } = texts.builder;
  if (place.kind === 'gap')
    return place.at >= contents.elements.length ? drag.atEnd : drag.before(nameOf(contents, place.at));
  const section = contents.elements.find(({ id }) => id === place.id);
  return drag.inSection(sectionName(section), positionIn(place, dragged, contents));
}

interface Ports {
  /** The pack as it is now. */
  contents: () => PackData;
  /** @returns whether it lies there now, or by and by where its files are still to be read; refused, it stays */
  onDrop: (dragged: Dragged, place: Place) => boolean | Promise<boolean>;
}

/**
 * One thing at a time that is carried to a place, whatever carries it. What a lift and a drop change on the page comes a
 * turn later: the library that carries takes most of a frame for each of them.
 */
export function createDrag({ contents, onDrop }: Ports) {
  const store = createStore<DragState>(() => ({ ...nothing, spoken: '' }));
  const { drag } = texts.builder;
  let isHeld = false;
  let lifts = 0;
  const after = createTurnAfter();

  function aim(place: Place | null) {
    const { dragged, place: before } = store.getState();
    if (!dragged || isSamePlace(place, before)) return;
    store.setState({ place, spoken: aimedAt(dragged, place) });
  }

  function aimedAt(dragged: Dragged, place: Place | null) {
    if (!place) return drag.nowhere(dragged.title);
    if (isHome(dragged, place, contents())) return drag.goesBack(dragged.title, homeOf(dragged, contents()));
    return drag.goesTo(dragged.title, whereIs(place, dragged, contents()));
  }

  function liftedFrom(dragged: Dragged, place: Place | null) {
    if (!place) return drag.lifted(dragged.title);
    if (isHome(dragged, place, contents()))
      return drag.liftedFrom(dragged.title, homeOf(dragged, contents()));
    return drag.liftedTo(dragged.title, whereIs(place, dragged, contents()));
  }

  function drop() {
    const { dragged, place } = store.getState();
    if (!dragged) return;
    if (!place || isHome(dragged, place, contents())) {
      store.setState({ ...nothing, spoken: drag.stays(dragged.title) });
      return;
    }
    const dropped = drag.dropped(dragged.title, whereIs(place, dragged, contents()));
    const tell = (wasPut: boolean) =>
      store.setState({ wasPut, spoken: wasPut ? dropped : drag.stays(dragged.title) });
    store.setState(nothing);
    const answer = onDrop(dragged, place);
    if (typeof answer === 'boolean') tell(answer);
    else void tellLater(answer, tell);
  }

  /** It has left the hand for good; what became of it is not said into what is carried next. */
  async function tellLater(answer: Promise<boolean>, tell: (wasPut: boolean) => void) {
    const lift = lifts;
    store.setState({ wasPut: true });
    const wasPut = await answer;
    if (lift === lifts) tell(wasPut);
  }

  return {
    store,
    isHeld: () => isHeld,
    lift(dragged: Dragged, isByKeyboard: boolean) {
      isHeld = true;
      lifts += 1;
      after.put(() => {
        const place = isByKeyboard ? firstPlace(dragged, contents()) : null;
        store.setState({ ...nothing, dragged, place, isByKeyboard, spoken: liftedFrom(dragged, place) });
      });
    },
    aim,
    step(key: StepKey) {
      after.settle();
      const { dragged, place } = store.getState();
      if (dragged && place) aim(stepFrom(place, key, placesFor(dragged, contents())));
    },
    /** @param then once it lies where it was put */
    drop(then: () => void) {
      isHeld = false;
      after.put(() => {
        drop();
        then();
      });
    },
    cancel(then: () => void) {
      isHeld = false;
      after.put(() => {
        const { dragged } = store.getState();
        if (dragged) store.setState({ ...nothing, spoken: drag.stays(dragged.title) });
        then();
      });
    },
  };
}
