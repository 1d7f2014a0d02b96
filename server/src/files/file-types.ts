import { open } from 'node:fs/promises';
import { isLookedAt, plainPictures } from '@satchel/core/pack-page/looked-at.ts';
import { fileTypeFromFile } from 'file-type';

interface DetectedType {
  mime: string;
  /** The file name, with another extension where the given one does not fit the bytes. */
  filename: string;
}

/** Formats without a signature: believed by their extension when the bytes are text. */
const textTypes: Record<string, string> = {
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  xml: 'application/xml',
  vtt: 'text/vtt',
  ics: 'text/calendar',
  vcf: 'text/vcard',
};

/** Formats that are containers of another one: the extension says which, the bytes that it can be. */
const containedTypes: Record<string, Record<string, string>> = {
  'application/zip': {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  'application/x-cfb': {
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    msg: 'application/vnd.ms-outlook',
  },
  'application/xml': { svg: 'image/svg+xml' },
};

const sameFormat = [
  ['jpg', 'jpeg', 'jpe'],
  ['tif', 'tiff'],
  ['mp4', 'm4v', 'm4a', 'mov', 'qt'],
  ['mpg', 'mpeg'],
  ['ogg', 'oga', 'ogv'],
  ['mkv', 'webm'],
];

/** Types a file by its bytes; throws when it cannot be read. */
export async function detectFileType(path: string, filename: string): Promise<DetectedType> {
  const extension = extensionOf(filename);
  const detected = await fileTypeFromFile(path);
  if (!detected) {
    const type = Object.hasOwn(textTypes, extension) ? textTypes[extension] : undefined;
    if (type && (await isText(path))) return { mime: type, filename };
    return { mime: 'application/octet-stream', filename: type ? `${filename}.bin` : filename };
  }
  const contained = containedTypes[detected.mime]?.[extension];
  if (contained) return { mime: contained, filename };
  if (fits(extension, detected.ext)) return { mime: detected.mime, filename };
  return { mime: detected.mime, filename: `${filename.replace(/\.[^.]*$/, '')}.${detected.ext}` };
}

const fits = (extension: string, detected: string) =>
  extension === detected || sameFormat.some((group) => group.includes(extension) && group.includes(detected));

export const extensionOf = (filename: string) => /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';

const sampleBytes = 64 * 1024;

async function isText(path: string) {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    // A character cut at the end of the sample is no mistake.
    new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead), { stream: true });
    return !buffer.subarray(0, bytesRead).includes(0);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  } finally {
    await file.close();
  }
}

const longestName = 150;

/** A name that is safe in a path, an address and a header: no folders, no control or direction characters. */
export function cleanFilename(name: string) {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (clean === '') return 'file';
  const extension = extensionOf(clean);
  if (clean.length <= longestName) return clean;
  const suffix = extension.length > 0 && extension.length <= 10 ? `.${extension}` : '';
  return `${[...clean].slice(0, longestName - suffix.length).join('')}${suffix}`;
}

/** May open in the browser at its own address: nothing in it can run there. Everything else is downloaded. */
export const opensInline = (mime: string) =>
  isLookedAt(mime) || mime === 'application/pdf' || mime === 'text/plain';

/** Has a first page or picture to make small pictures from. */
export const hasDerivatives = (mime: string) =>
  plainPictures.includes(mime) || mime === 'image/svg+xml' || mime === 'application/pdf';

/** A folder of a mini-app, kept under one key. */
export const miniAppFolderType = 'application/x-satchel-miniapp';

/** Types inside a mini-app's folder, by extension: the folder comes from the operator, not from an upload. */
const otherTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
};

export function typeInFolder(path: string) {
  const extension = extensionOf(path);
  const types = { ...textTypes, ...otherTypes };
  return Object.hasOwn(types, extension) ? (types[extension] as string) : 'application/octet-stream';
}
