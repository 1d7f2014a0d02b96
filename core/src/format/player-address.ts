const youtubeId = /^[\w-]{6,20}$/;
/** Players of a list and of what a channel shows just now stand where ids do. */
const noYoutubeIds = ['videoseries', 'live_stream'];

/** What stands before the id of one film. Events and showcases as a whole have numbers that are films of others. */
const vimeoRooms = [
  ...['video', 'manage/videos', 'channels/[^/]+', 'groups/[^/]+/videos'],
  ...['(?:showcase|album)/\\d+/video', 'ondemand(?:/[^/]+)+'],
];
const vimeoPath = new RegExp(`^/(?:(?:${vimeoRooms.join('|')})/)?(\\d{5,15})(?:/([^/]+))?/?$`);
const vimeoHash = /^[0-9a-f]{6,20}$/i;

function youtubePlayer({ hostname, pathname, searchParams }: URL): string | null {
  const [first = '', second = ''] = pathname.split('/').slice(1);
  const isShort = hostname === 'youtu.be';
  const id = isShort ? first : first === 'watch' ? (searchParams.get('v') ?? '') : second;
  const isVideo = isShort || ['watch', 'embed', 'shorts', 'live', 'v'].includes(first);
  if (!isVideo || !youtubeId.test(id) || noYoutubeIds.includes(id)) return null;
  // A place in the film as the link's maker chose it, in seconds.
  const start = /^(\d+)s?$/.exec(searchParams.get('t') ?? searchParams.get('start') ?? '')?.[1];
  return `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ''}`;
}

/** A film that is not listed carries a hash, which the player needs. */
function vimeoPlayer({ pathname, searchParams }: URL): string | null {
  const [, id, hashInPath] = vimeoPath.exec(pathname) ?? [];
  if (id === undefined) return null;
  const hash = [hashInPath, searchParams.get('h')].find((part) => part && vimeoHash.test(part));
  return `https://player.vimeo.com/video/${id}${hash ? `?h=${hash}` : ''}`;
}

const players: Record<string, (url: URL) => string | null> = {
  'youtube.com': youtubePlayer,
  'youtube-nocookie.com': youtubePlayer,
  'youtu.be': youtubePlayer,
  'vimeo.com': vimeoPlayer,
  'player.vimeo.com': vimeoPlayer,
};

/**
 * The address of the embeddable player for a hosted video's link, by the same video id (MODEL-09, MODEL-10). Other web
 * addresses stay as they are; null for what is no web address.
 */
export function playerAddress(link: string): string | null {
  const address = link.trim();
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const service = url.hostname.replace(/^(?:www|m|music)\./, '');
  const player = Object.hasOwn(players, service) ? players[service]?.(url) : null;
  return player ?? url.href;
}
