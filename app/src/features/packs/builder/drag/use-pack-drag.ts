import { moveMedia, moveMediaTo, moveSection } from '@satchel/core/pack/edit-pack.ts';
import { useState } from 'react';
import { useServices } from '#services.ts';
import { texts } from '../../texts.ts';
import { sectionName } from '../state/add-medias.ts';
import type { Work } from '../state/use-builder.ts';
import { createDrag } from './drag-store.ts';
import { takeHandTo } from './keep-hand-at.ts';
import type { Dragged, Place } from './places.ts';

/** What dropping does to the pack. */
export function usePackDrag({ store, actions }: Work) {
  const { notices } = useServices();
  const contents = () => store.getState().history.draft.contents;
  const warn = (media: string, section: string) =>
    notices.show({ tone: 'neutral', text: texts.builder.alreadyThere(media, section) });

  function dropSection({ id, title }: Extract<Dragged, { kind: 'section' }>, { at }: Place) {
    const { elements } = contents();
    const from = elements.findIndex((element) => element.id === id);
    const to = at > from ? at - 1 : at;
    actions.change((pack) => moveSection(pack, from, to), {
      said: texts.builder.moved(title, to + 1, elements.length),
      isSaid: true,
      section: id,
    });
  }
  function dropTile({ sectionId, media, title }: Extract<Dragged, { kind: 'tile' }>, { id, at }: InSection) {
    const target = contents().elements.find((element) => element.id === id);
    if (target?.type !== 'medias') return;
    if (id === sectionId) {
      const from = target.data.medias.findIndex(({ data }) => data.media.id === media.id);
      const to = at > from ? at - 1 : at;
      actions.change((pack) => moveMedia(pack, id, from, to), {
        said: texts.builder.moved(title, to + 1, target.data.medias.length),
        isSaid: true,
        section: id,
      });
      return;
    }
    const result = moveMediaTo(contents(), media.id, { from: sectionId, to: id, at });
    if (!result.ok) warn(title, sectionName(target));
    else
      actions.change(() => result.pack, {
        said: texts.builder.movedTo(title, sectionName(target)),
        isSaid: true,
        section: id,
      });
  }
  function put(dragged: Exclude<Dragged, { kind: 'bundle' }>, place: Place) {
    switch (dragged.kind) {
      case 'section':
        return dropSection(dragged, place);
      case 'tile':
        return place.kind === 'section' && dropTile(dragged, place);
      case 'text':
        return actions.addSection('text', place.at);
      case 'documents':
        return actions.addSection('medias', place.at);
      case 'file':
        return place.kind === 'gap'
          ? actions.addSectionOf([dragged.media], { at: place.at })
          : actions.addTo(place.id, [dragged.media], place.at);
    }
  }
  function onDrop(dragged: Dragged, place: Place) {
    if (dragged.kind === 'bundle') return actions.addBundle(dragged.title, dragged.bundle, place);
    const before = contents();
    put(dragged, place);
    const wasPut = contents() !== before;
    if (wasPut && dragged.kind === 'tile' && place.kind === 'section' && place.id !== dragged.sectionId)
      takeHandTo(`tile:${place.id}:${dragged.media.id}`);
    return wasPut;
  }
  const [drag] = useState(() => createDrag({ contents, onDrop }));
  return drag;
}

type InSection = Extract<Place, { kind: 'section' }>;
