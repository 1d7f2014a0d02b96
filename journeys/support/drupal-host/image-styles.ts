import type { ImageStyles } from './manners.ts';

type Json = Record<string, unknown>;

const derivativeRel = 'drupal://jsonapi/extensions/consumer_image_styles/links/relation-types/#derivative';

/** Addresses of a picture's small versions as such a host makes them, and the ones they stand for. */
export class StyleAddresses {
  readonly #real = new Map<string, string>();
  /** Part of every `itok`; another one after the site's key has changed. */
  key = 'first';

  /**
   * @param origin of this host
   * @param address absolute, of the host behind
   */
  drupalAddress(origin: string, address: string, style: string): string {
    const { pathname } = new URL(address);
    const [key = '', name = ''] = pathname.split('/').slice(-2);
    const path = `/sites/default/files/styles/${style}/public/${key}/${name}`;
    this.#real.set(path, pathname);
    return `${origin}${path}?itok=${this.key}-${key.slice(0, 8)}`;
  }

  /** The path behind an address made above; any other path is itself. */
  realPath(path: string) {
    return this.#real.get(path) ?? path;
  }
}

const asLink = (href: string) => ({ href, meta: { rel: [derivativeRel] } });

/** Where the small versions of a file stand: on the file itself, or with everything that names it. */
export function styled(file: Json, styles: Record<string, string> | null, shape: ImageStyles): Json {
  const { image_style_uri: _own, ...attributes } = file.attributes as Json;
  switch (shape) {
    case 'object':
      return { ...file, attributes: { ...attributes, image_style_uri: styles } };
    case 'list': {
      const list = Object.entries(styles ?? {}).map(([name, address]) => ({ [name]: address }));
      return { ...file, attributes: { ...attributes, image_style_uri: list } };
    }
    case 'links': {
      const links = Object.entries(styles ?? {}).map(([name, address]) => [name, asLink(address)]);
      return { ...file, attributes, links: { ...(file.links as Json), ...Object.fromEntries(links) } };
    }
    case 'relationship':
      return { ...file, attributes };
  }
}

/** A reference to a picture, with its small versions where this shape keeps them there. */
export function styledReference(
  reference: Json,
  styles: Record<string, string> | null,
  shape: ImageStyles,
): Json {
  if (shape !== 'relationship' || !styles) return reference;
  const links = Object.entries(styles).map(([name, address]) => [name, asLink(address)]);
  return {
    ...reference,
    meta: { ...(reference.meta as Json), imageDerivatives: { links: Object.fromEntries(links) } },
  };
}
