import type { Services } from '#services.ts';

interface World {
  services: Services;
}

/** Saves that end when they are let go, as on a slow line; the pack is on the device before. */
export function holdAnswers({ services }: World) {
  const held = Promise.withResolvers<void>();
  const { save } = services.packs;
  services.packs.save = async (...given) => {
    const result = await save(...given);
    await held.promise;
    return result;
  };
  return { letGo: held.resolve };
}

/** Saves that begin when they are let go, as on a busy device. */
export function holdWrites({ services }: World) {
  const held = Promise.withResolvers<void>();
  const { save } = services.packs;
  services.packs.save = async (...given) => {
    await held.promise;
    return save(...given);
  };
  return { letGo: held.resolve };
}

/** Reads of a pack that wait until they are let go. */
export function holdReads({ services }: World) {
  const held = Promise.withResolvers<void>();
  let done = 0;
  const { get } = services.packs;
  services.packs.get = async (id) => {
    await held.promise;
    const pack = await get(id);
    done += 1;
    return pack;
  };
  return { letGo: held.resolve, done: () => done };
}
