import { newUuid } from '#database/ids.ts';

export const textPack = (content: string) =>
  JSON.stringify({
    version: 2,
    elements: [
      {
        id: 'a',
        type: 'text',
        title: 'Hello',
        showTitle: true,
        introText: '',
        options: { hideTitle: false },
        data: { content },
      },
    ],
  });

/** New packs of a channel as documents, each with an id of its own. */
export const packsOf =
  (channelId: string) =>
  (
    attributes: Record<string, unknown> = {},
    relationships: Record<string, unknown> = {},
    id: string = newUuid(),
  ) => ({
    type: 'salestool--pack',
    id,
    attributes: { title: 'Café Linnea', ...attributes },
    relationships: {
      channel: { data: { type: 'salestool--channel', id: channelId } },
      ...relationships,
    },
  });

export const changeOf = (
  id: string,
  attributes: Record<string, unknown>,
  relationships?: Record<string, unknown>,
) => ({
  type: 'salestool--pack',
  id,
  attributes,
  ...(relationships && { relationships }),
});
