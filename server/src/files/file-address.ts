import type { DerivativeStyle } from './derivatives.ts';
import { hasDerivatives } from './file-types.ts';

interface AddressedFile {
  key: string;
  filename: string;
}

const base = (key: string) => `/sites/default/files/${key}`;
const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** Where a file is read, relative to the host. */
export const fileAddress = ({ key, filename }: AddressedFile) => `${base(key)}/${encodePath(filename)}`;

/** Where its small picture is read; null for a kind of file that has none. */
export const derivativeAddress = (file: AddressedFile & { mime: string }, style: DerivativeStyle) =>
  hasDerivatives(file.mime)
    ? `${base(file.key)}/styles/${style}/${encodeURIComponent(file.filename)}.webp`
    : null;
