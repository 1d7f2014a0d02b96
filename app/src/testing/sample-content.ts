import { fileTypeLabel, mediaTypeLabel } from '@satchel/core/format/file-types.ts';
import type {
  BundleSummary,
  ChannelView,
  LogEntry,
  MediaView,
  SignedInUser,
  WaitingItem,
} from '#services.ts';
import type { BundleRecord } from '#storage/records.ts';

/** A small picture of one colour, so that samples need no files. */
export const samplePicture = (color: string, ink = '#144e66') =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="206" viewBox="0 0 360 206"><rect width="360" height="206" fill="${color}"/><rect x="140" y="48" width="80" height="130" rx="12" fill="${ink}"/><rect x="152" y="62" width="56" height="36" rx="5" fill="#fff"/></svg>`,
  )}`;

/** Every sample time counts back from here. */
export const sampleNow = new Date(2026, 10, 20, 9, 41).getTime();
const daysAgo = (days: number) => sampleNow - days * 86_400_000;

export const sampleUser: SignedInUser = {
  uuid: '7a2c9a4e-0000-4000-8000-000000000001',
  id: 12,
  name: 'Nora Lindqvist',
  mail: 'nora.lindqvist@velden.example',
  roles: ['sales_tool_user'],
  channels: ['retail', 'transit'],
};

export const sampleChannels: ChannelView[] = [
  {
    id: 'retail',
    title: 'Retail & Hospitality',
    summary: 'Counter, table and take-away: the 2027 range for shops, cafés and hotels.',
    sandbox: false,
    imageUrl: samplePicture('#c6e4f3'),
    newsHtml:
      '<h3>New in November</h3><ul><li><strong>T3 Counter guide</strong>: a chapter on split bills.</li></ul>',
    tileUrls: [samplePicture('#cfe6f1'), samplePicture('#d7d3ea'), samplePicture('#f1dcc6')],
    packHeaderHtml: null,
    packFooterHtml: null,
    signature: null,
    pulled: sampleNow,
    counts: { bundles: 9, files: 132, apps: 3, packs: 14 },
  },
  {
    id: 'transit',
    title: 'Transit & Parking',
    summary: 'Gates, chargers and car parks.',
    sandbox: true,
    imageUrl: null,
    newsHtml: null,
    tileUrls: [null, null, null],
    packHeaderHtml: null,
    packFooterHtml: null,
    signature: null,
    pulled: null,
    counts: { bundles: 0, files: 0, apps: 0, packs: 0 },
  },
];

const bundle = (
  id: string,
  title: string,
  color: string,
  availability: string | null,
  fileCount: number,
  summary: string,
): BundleSummary => ({
  id,
  type: 'salestool--document_bundle',
  title,
  summary,
  availability,
  color: null,
  imageUrl: samplePicture(color),
  miniappType: null,
  fileCount,
  changed: daysAgo(fileCount),
});

export const sampleBundles: BundleSummary[] = [
  bundle(
    't3',
    'T3 Counter',
    '#f1dcc6',
    'public',
    24,
    'The countertop terminal that takes cards, phones and cash drawers. Product guide, price list, pitch deck and films for the first visit.',
  ),
  bundle(
    'm1',
    'M1 Mobile',
    '#cfe6f1',
    'public',
    18,
    'Pocket-sized, all-day battery, prints by Bluetooth. Everything for tables, queues and deliveries.',
  ),
  bundle(
    'u5',
    'U5 Unattended',
    '#d6dbdf',
    'public',
    21,
    'For kiosks, chargers and parking. Drawings, mounting frames and the integration guide.',
  ),
  bundle(
    'prices',
    'Pricing and contracts',
    '#cfe3d5',
    'internal',
    9,
    'List prices, rental terms and the discount matrix for field sales. Not for prospects.',
  ),
  bundle(
    'kiosk',
    'Self-service kiosk',
    '#f2cfc5',
    null,
    16,
    'Ordering kiosk with built-in U5 reader: photos, floor plans and three customer stories.',
  ),
  bundle(
    'p2',
    'P2 PIN pad',
    '#d7d3ea',
    'public',
    1,
    'The small one with the privacy shield. Guides for the ten most common tills.',
  ),
  {
    ...bundle('visit', 'First visit', '#e7ebed', 'public', 0, 'How the first ten minutes go.'),
    type: 'salestool--content_bundle',
  },
  {
    ...bundle('calculator', 'Savings calculator', '#cfe3d5', 'public', 0, 'What card payments cost today.'),
    type: 'salestool--miniapp_bundle',
    miniappType: 'embed',
  },
  {
    ...bundle('finder', 'Terminal finder', '#f2cfc5', 'public', 0, 'Five questions, one recommendation.'),
    type: 'salestool--miniapp_bundle',
    miniappType: 'iframe',
  },
  {
    ...bundle('portal', 'Developer portal', '#d6dbdf', 'public', 0, 'Interfaces and test cards.'),
    type: 'salestool--miniapp_bundle',
    miniappType: 'link',
  },
];

const link = (uri: string) => ({ uri, title: '', options: [] });

/** The records behind the summaries, as far as a page reads more than the summary. */
export const sampleBundleRecords: BundleRecord[] = sampleBundles.map((summary): BundleRecord => {
  const common = {
    id: summary.id,
    title: summary.title,
    availability: summary.availability,
    pulled: sampleNow,
    changed: summary.changed,
    body: {
      value: `<p>${summary.summary}</p>`,
      processed: `<p>${summary.summary}</p>`,
      format: 'rich_text',
      summary: summary.summary,
    },
  };
  if (summary.type === 'salestool--content_bundle')
    return {
      ...common,
      type: summary.type,
      body: {
        value: '',
        format: 'rich_text',
        processed:
          '<h2>Before you go in</h2><p>Count the <strong>counters</strong>.</p><script>window.hacked = true</script><img src="x" onerror="window.hacked = true" alt="plan">',
      },
    };
  if (summary.type === 'salestool--document_bundle') return { ...common, type: summary.type };
  const urls = {
    embed: [link('/sites/default/files/k/calculator.css'), link('/sites/default/files/k/calculator.js')],
    iframe: [link('/sites/default/files/k/index.html')],
    link: [link('https://developers.velden.example/start')],
  }[summary.miniappType ?? 'link'];
  return {
    ...common,
    type: summary.type,
    miniapp_type: summary.miniappType,
    urls: urls ?? [],
    init_data: '{"currency":"EUR"}',
  };
});

const media = (
  id: string,
  type: MediaView['type'],
  name: string,
  description: string,
  changed: number | null,
  mime: string | null,
  filename: string | null,
  size: number | null,
  keywords: string[] = [],
): MediaView => ({
  id,
  type,
  name,
  description,
  changed,
  typeLabel: mediaTypeLabel(type),
  fileTypeLabel: type === 'media--remote_video' ? mediaTypeLabel(type) : fileTypeLabel(mime, filename),
  mime,
  filename,
  size,
  printSize: type === 'media--document' ? 'A4' : null,
  keywords,
  url:
    type === 'media--image' ? samplePicture('#cfe6f1') : `https://host.example/files/${id}/${filename ?? ''}`,
  videoLink: null,
  thumbnailUrl: samplePicture('#e1f1f9'),
  previewUrl: samplePicture('#e1f1f9'),
});

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const powerPoint = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

export const sampleMedias: MediaView[] = [
  media(
    'guide',
    'media--document',
    'T3 Counter product guide',
    'Sixteen pages for shop owners: what it does, what is in the box and how to start',
    daysAgo(2),
    'application/pdf',
    'guide.pdf',
    4_200_000,
    ['counter'],
  ),
  media(
    'prices',
    'media--document',
    'Price list, autumn 2026',
    'Purchase, rental and pay-per-use in euro',
    daysAgo(8),
    excel,
    'prices.xlsx',
    212_400,
    ['prices'],
  ),
  media(
    'deck',
    'media--document',
    'Pitch deck for cafés',
    'Ten slides with speaker notes',
    daysAgo(11),
    powerPoint,
    'deck.pptx',
    8_100_000,
  ),
  media(
    'demo',
    'media--video',
    'Two-minute demo',
    'Contactless, tip and split bill on the counter',
    daysAgo(17),
    'video/mp4',
    'demo.mp4',
    38_600_000,
  ),
  media(
    'case',
    'media--document',
    'Brightwater case study',
    'Queue time down by a third in eleven cafés',
    daysAgo(23),
    'application/pdf',
    'case.pdf',
    1_900_000,
  ),
  media(
    'steps',
    'media--document',
    'Installation in six steps',
    'Wall socket to first sale, with photos',
    daysAgo(30),
    'application/pdf',
    'steps.pdf',
    3_400_000,
  ),
  media(
    'front',
    'media--image',
    'T3 on counter, front',
    'Press photo, free to use',
    daysAgo(37),
    'image/jpeg',
    'front.jpg',
    2_700_000,
  ),
  media(
    'side',
    'media--image',
    'T3 on counter, side',
    'Press photo, free to use',
    daysAgo(38),
    'image/png',
    'side.png',
    2_900_000,
  ),
  media(
    'pci',
    'media--document',
    'PCI and EMV certificates',
    'All current certificates in one file',
    daysAgo(51),
    'application/pdf',
    'pci.pdf',
    880_000,
  ),
  media(
    'contract',
    'media--document',
    'Acceptance contract template',
    'For banks and resellers',
    daysAgo(59),
    'application/msword',
    'contract.doc',
    96_200,
  ),
  media(
    'showroom',
    'media--remote_video',
    'Virtual showroom',
    'Walk around the range in the browser',
    daysAgo(65),
    null,
    null,
    null,
  ),
  media('old', 'media--document', 'Old leaflet', 'Kept for reference', null, 'text/plain', 'old.txt', 12_000),
];

export const sampleWaiting: WaitingItem[] = [
  {
    type: 'salestool--signature',
    id: 's1',
    title: 'Nora Lindqvist',
    subtitle: 'Signature',
    updated: sampleNow + 180_000,
    state: 'going',
    reason: null,
    packId: null,
  },
  {
    type: 'salestool--pack',
    id: 'p1',
    title: 'Hotel Aurelia, front desk',
    subtitle: 'Pack',
    updated: sampleNow + 240_000,
    state: 'waiting',
    reason: null,
    packId: 'p1',
  },
  {
    type: 'salestool--message',
    id: 'm2',
    title: 'Your quote from Velden',
    subtitle: 'Message to Ingrid Berg, Hotel Aurelia',
    updated: sampleNow + 360_000,
    state: 'waiting',
    reason: null,
    packId: 'p1',
  },
  {
    type: 'salestool--message',
    id: 'm1',
    title: 'Brightwater Cafés',
    subtitle: 'Message to Daniel Okafor',
    updated: sampleNow - 300_000,
    state: 'refused',
    reason: 'Unprocessable Content (422) - email: This value is not a valid email address.',
    packId: 'p2',
  },
];

export const sampleLog: LogEntry[] = [
  {
    id: 'l1',
    description: 'User login',
    status: 'sent',
    retries: 0,
    lastRetry: null,
    date: sampleNow - 60_000,
  },
  {
    id: 'l2',
    description: 'Resource list',
    status: 'queued',
    retries: 2,
    lastRetry: sampleNow,
    date: sampleNow,
  },
];
