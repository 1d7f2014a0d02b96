import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** A page with nothing on it, as small as PDF readers take; the words make its bytes its own. */
export const pdf = (words: string) => `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 280]>>endobj
trailer<</Root 1 0 R>>
% ${words}
`;

export const jpeg = (background: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer();

type Files = Record<string, string | Uint8Array>;

/** A temporary folder to import, with the given files; `null` takes one away again. */
export async function contentFolder(files: Files) {
  const path = await mkdtemp(join(tmpdir(), 'satchel-content-'));
  const write = async (changes: Record<string, string | Uint8Array | null>) => {
    for (const [name, content] of Object.entries(changes)) {
      const place = join(path, name);
      if (content === null) await rm(place, { recursive: true });
      else {
        await mkdir(dirname(place), { recursive: true });
        await writeFile(place, content);
      }
    }
  };
  await write(files);
  return { path, write, dispose: () => rm(path, { recursive: true, force: true }) };
}

/** One channel with a bundle of two documents, a pack, a help page and a user. */
export const smallContent = async (): Promise<Files> => ({
  'users.yaml': `
- name: astrid
  mail: astrid@velden.example
  roles: [sales_tool_user]
  channels: [shops]
  password: first-password
  signature: { title: Astrid Berg, telephone: 031 555, picture: faces/astrid.jpg }
`,
  'faces/astrid.jpg': await jpeg('#aa8866'),
  'help/packs.md': `---
title: Building a pack
paths: ['route:packs__index', '/^packs/']
---
A pack is **a page**. <script>alert(1)</script>
`,
  'packs/range.yaml': `
title: The range
sections:
  - { type: text, title: Hello, content: '<p onclick="x()">Dear {{recipient_name}}</p>' }
  - { type: documents, title: Read, items: [shops/01-counter/guide.pdf] }
`,
  'channels/shops/channel.yaml': `
title: Shops
body: { summary: For shops, value: '<p>Welcome</p>' }
image: cover.jpg
medias: [cover.jpg]
signature: { title: Shop desk, email: shops@velden.example }
`,
  'channels/shops/cover.jpg': await jpeg('#334455'),
  'channels/shops/bundles/01-counter/bundle.yaml': `
type: document
title: Counter
color: '#1f6683'
image: image.jpg
medias:
  - { file: guide.pdf, name: The guide, keywords: [guide, counter], products: [T3], modified: 2026-03-04 }
`,
  'channels/shops/bundles/01-counter/image.jpg': await jpeg('#112233'),
  'channels/shops/bundles/01-counter/guide.pdf': pdf('guide'),
  'channels/shops/bundles/01-counter/price_list-2026.txt': 'T3: 1 cent',
  'channels/shops/bundles/02-welcome/bundle.yaml': 'type: content\ntitle: Welcome\n',
  'channels/shops/bundles/02-welcome/body.html': '<h2>Hello</h2><iframe src="https://bad.example"></iframe>',
});
