interface SamplePdf {
  /** The words of each page, set in Helvetica. */
  pages: readonly string[];
  /** Runs when a reader that runs scripts opens the document. */
  script?: string;
  /** Address of a link in the middle of the first page. */
  link?: string;
  /** Asks for a password that nobody knows. */
  isLocked?: boolean;
  /** Bytes that each page has besides its words, which show nothing. */
  padding?: number;
}

const text = (words: string) => `(${words.replace(/[()\\]/g, '\\$&')})`;

/** A small PDF of A5 pages, written by hand. What is on its pages comes after all that tells of them. */
export function samplePdf({ pages, script, link, isLocked = false, padding = 0 }: SamplePdf): Blob {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const pageAt = (index: number) => 4 + index;
  const contentAt = (index: number) => pageAt(pages.length) + index;
  const action = script ? ` /OpenAction << /S /JavaScript /JS ${text(script)} >>` : '';
  add(`<< /Type /Catalog /Pages 2 0 R${action} >>`);
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${pageAt(at)} 0 R`).join(' ')}] >>`,
  );
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const at of pages.keys()) {
    const annotation =
      link && at === 0
        ? ` /Annots [<< /Type /Annot /Subtype /Link /Rect [40 200 380 300] /A << /S /URI /URI ${text(link)} >> >>]`
        : '';
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F 3 0 R >> >> /Contents ${contentAt(at)} 0 R${annotation} >>`,
    );
  }
  const comment = padding > 0 ? `%${' '.repeat(padding)}\n` : '';
  for (const words of pages) {
    const content = `${comment}BT /F 18 Tf 40 520 Td ${text(words)} Tj ET`;
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  const secret = 'ab'.repeat(32);
  if (isLocked) add(`<< /Filter /Standard /V 1 /R 2 /O <${secret}> /U <${secret}> /P -4 >>`);

  let file = '%PDF-1.4\n';
  const places = objects.map((body, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const locked = isLocked ? ` /Encrypt ${objects.length} 0 R /ID [<00> <00>]` : '';
  const size = objects.length + 1;
  const start = file.length;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R${locked} >>\nstartxref\n${start}\n%%EOF`;
  return new Blob([file], { type: 'application/pdf' });
}
