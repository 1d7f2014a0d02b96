import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileCount } from './counts.ts';
import { formatDate, formatLongDate, formatShortDate, formatTime, formatVeryShortDate } from './dates.ts';
import { formatFileSize } from './file-size.ts';
import { fileTypeLabel, mediaTypeLabel } from './file-types.ts';

describe('file sizes', () => {
  const decimal = [
    [0, '0 B'],
    [512, '512 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [212_400, '212.4 kB'],
    [999_960, '1.0 MB'],
    [4_200_000, '4.2 MB'],
    [38_600_000_000, '38.6 GB'],
  ] as const;
  test.each(decimal)('[HTML-08, HTML-10] %i bytes read %s', (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text);
  });

  const binary = [
    [1000, '1000 B'],
    [1024, '1.0 KiB'],
    [4_404_019, '4.2 MiB'],
    [1_048_570, '1.0 MiB'],
  ] as const;
  test.each(binary)('[HTML-08, HTML-10] %i bytes read %s in binary units', (bytes, text) => {
    expect(formatFileSize(bytes, { binary: true })).toBe(text);
  });

  test('a size nobody knows is a dash', () => {
    for (const size of [null, undefined, Number.NaN, -1]) expect(formatFileSize(size)).toBe('–');
  });

  test('never more than four digits before the point', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.boolean(), (bytes, binary) => {
        expect(formatFileSize(bytes, { binary })).toMatch(/^\d{1,4}(\.\d)? ([kKMGTP]i?)?B$/);
      }),
    );
  });
});

describe('dates', () => {
  const moment = new Date(2022, 4, 4, 15, 5);

  test('[HTML-09, HTML-10] the formats are short, very short, long, date and time, in the device’s own zone', () => {
    expect(formatShortDate(moment)).toBe('May 4, 2022');
    expect(formatVeryShortDate(moment)).toBe('5/4/22');
    expect(formatLongDate(moment)).toBe('May 4, 2022, 3:05 PM');
    expect(formatDate(moment)).toBe('May 4, 2022');
    expect(formatTime(moment)).toBe('3:05 PM');
  });

  test('dates, milliseconds and text mean the same moment', () => {
    expect(formatLongDate(moment.getTime())).toBe('May 4, 2022, 3:05 PM');
    expect(formatLongDate(moment.toISOString())).toBe('May 4, 2022, 3:05 PM');
  });

  test('[HTML-10] any date reads as American English writes it', () => {
    const asIntl = [
      [formatVeryShortDate, { dateStyle: 'short' }],
      [formatShortDate, { dateStyle: 'medium' }],
      [formatLongDate, { dateStyle: 'medium', timeStyle: 'short' }],
      [formatTime, { timeStyle: 'short' }],
    ] as const;
    const formats = asIntl.map(([format, options]) => {
      const intl = new Intl.DateTimeFormat('en-US', options);
      // Here and there a narrow no-break space stands before AM and PM.
      return [format, (date: Date) => intl.format(date).replaceAll('\u202f', ' ')] as const;
    });
    const dates = fc.date({ min: new Date(1900, 0), max: new Date(9999, 0), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        for (const [format, intl] of formats) expect(format(date)).toBe(intl(date));
      }),
    );
  });

  test('what is no date is a dash', () => {
    for (const value of [null, undefined, '', 'soon', Number.NaN, 9e15])
      expect(formatLongDate(value)).toBe('–');
  });
});

describe('types', () => {
  const mediaLabels = [
    ['media--document', 'Document'],
    ['media--image', 'Image'],
    ['media--video', 'Video'],
    ['media--remote_video', 'Hosted video'],
  ];
  test.each(mediaLabels)('[MODEL-13] %s reads %s', (type, label) => {
    expect(mediaTypeLabel(type)).toBe(label);
  });

  test('[MODEL-15] a bare file reads Document', () => {
    expect(mediaTypeLabel('file--file')).toBe('Document');
    expect(mediaTypeLabel('constructor')).toBe('–');
  });

  const fileLabels = [
    ['application/msword', 'Word'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word'],
    ['application/vnd.ms-excel', 'Excel'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel'],
    ['application/vnd.ms-powerpoint', 'PowerPoint'],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PowerPoint'],
    ['application/vnd.openxmlformats-officedocument.presentationml.slideshow', 'PowerPoint'],
    ['application/pdf', 'PDF'],
    ['image/jpeg', 'JPEG'],
    ['image/png', 'PNG'],
    ['image/gif', 'GIF'],
    ['video/mp4', 'MP4'],
    ['Text/Plain; charset=utf-8', 'Text'],
  ];
  test.each(fileLabels)(
    '[MODEL-14, MODEL-15] a file of type %s reads %s whatever its name',
    (mime, label) => {
      expect(fileTypeLabel(mime, 'a.bin')).toBe(label);
    },
  );

  test('[MODEL-15] an unlisted type shows the extension in capitals', () => {
    expect(fileTypeLabel('application/zip', 'archive.tar.zip')).toBe('ZIP');
    expect(fileTypeLabel(null, 'drawing.svg')).toBe('SVG');
    expect(fileTypeLabel('__proto__', 'no extension')).toBe('–');
  });
});

test('[RES-08] one file is a file and any other number are files', () => {
  expect([0, 1, 2, 1000].map(fileCount)).toEqual(['0 files', '1 file', '2 files', '1000 files']);
});
