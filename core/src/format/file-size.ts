const units = {
  decimal: ['B', 'kB', 'MB', 'GB', 'TB', 'PB'],
  binary: ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'],
};

const oneDecimal = (value: number) => Math.round(value * 10) / 10;

/**
 * '512 B', '212.4 kB', '4.2 MB'; with `binary` in units of 1024: '4.0 MiB' (HTML-08, HTML-10).
 * A size nobody knows is an en dash.
 */
export function formatFileSize(bytes: number | null | undefined, { binary = false } = {}): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes) || bytes < 0) return '–';
  const base = binary ? 1024 : 1000;
  const names = binary ? units.binary : units.decimal;
  let value = bytes;
  let step = 0;
  // Rounded before it is compared, so that 999,960 bytes are 1.0 MB and not 1000.0 kB.
  while (oneDecimal(value) >= base && step < names.length - 1) {
    value /= base;
    step += 1;
  }
  return step === 0 ? `${Math.round(value)} B` : `${oneDecimal(value).toFixed(1)} ${names[step]}`;
}
