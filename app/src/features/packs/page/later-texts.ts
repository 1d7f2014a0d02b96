import type { LaterText } from '@satchel/core/pack-page/pack-page.ts';

/** A browser looks where each passage stands in every frame; of some together that are far away it looks at those alone. */
const passagesTogether = 30;

/** Each part of such an element looks as it does as a whole, so that what is far away of it need not be laid out. */
const cutTags = ['div', 'ul', 'ol'];

const tagOf = (opens: string) => /^<([a-z0-9]+)/.exec(opens)?.[1] ?? '';

/** An element that goes through several passages. */
interface CutElement {
  opens: string;
  closes: string;
  /** Its latest part. */
  part: HTMLElement | null;
}

/** Writes a text into its place passage by passage. */
class Passages {
  readonly #place: Element;
  readonly #cut: CutElement[] = [];
  /** Elements that stay in one passage, from the outer to the inner, while their content comes. */
  readonly #whole: Element[] = [];
  #together: HTMLElement | null = null;
  #signsTogether = 0;
  #last: HTMLElement | null = null;

  constructor(place: Element) {
    this.#place = place;
  }

  add(html: string) {
    const whole = this.#whole.at(-1);
    if (whole) whole.insertAdjacentHTML('beforeend', html);
    else if (html !== '') {
      this.#begin(html);
      this.#end();
    }
  }

  open(opens: string) {
    const tag = tagOf(opens);
    const closes = `</${tag}>`;
    if (this.#whole.length === 0 && cutTags.includes(tag)) {
      this.#cut.push({ opens, closes, part: null });
      return;
    }
    let around = this.#whole.at(-1);
    if (!around) {
      around = this.#begin('');
      // A table would be laid out anew with each of its rows.
      if (this.#last) this.#last.style.contentVisibility = 'hidden';
    }
    around.insertAdjacentHTML('beforeend', opens + closes);
    const opened = around.lastElementChild;
    this.#whole.push(opened?.localName === tag ? opened : around);
  }

  close() {
    if (this.#whole.length === 0) this.#cut.pop();
    else {
      this.#whole.pop();
      if (this.#whole.length === 0) this.#end();
    }
  }

  /** A passage with the parts of all elements that are cut; answers what holds the text. */
  #begin(html: string): Element {
    const page = this.#place.ownerDocument;
    if (!this.#together || this.#together.children.length >= passagesTogether) {
      this.#together = page.createElement('div');
      this.#together.className = 'passages';
      // Else every passage that comes would have the words of all before it looked at.
      this.#together.dir = 'auto';
      this.#signsTogether = 0;
      this.#place.append(this.#together);
    }
    const passage = page.createElement('div');
    passage.className = this.#cut[0]?.part ? 'passage goes-on' : 'passage';
    const opens = this.#cut.map((each) => each.opens).join('');
    const closes = this.#cut.map((each) => each.closes).reverse();
    passage.innerHTML = `${opens}${html}${closes.join('')}`;
    let inner: Element = passage;
    for (const each of this.#cut) {
      const part = inner.firstElementChild as HTMLElement;
      if (each.part) goOn(part, each.part);
      each.part = part;
      inner = part;
    }
    this.#together.append(passage);
    this.#last = passage;
    return inner;
  }

  #end() {
    if (!this.#last || !this.#together) return;
    const signs = this.#last.textContent.length;
    this.#signsTogether += signs;
    this.#last.style.contentVisibility = '';
    this.#last.style.containIntrinsicBlockSize = roomOf(signs);
    this.#together.style.containIntrinsicBlockSize = roomOf(this.#signsTogether);
  }
}

const roomOf = (signs: number) => `auto calc(${signs} * var(--sign-room))`;

/** Numbers go on, and the direction is that of the first words. */
function goOn(part: HTMLElement, before: HTMLElement) {
  part.dir = before.matches(':dir(rtl)') ? 'rtl' : 'ltr';
  // Of another window perhaps, whose lists are not of this one's kind.
  if (part.localName === 'ol')
    (part as HTMLOListElement).start = (before as HTMLOListElement).start + before.children.length;
}

/** Reads a long text in and writes what is there of it by now. */
export function* fillLater(place: Element, text: LaterText): Generator<void, void> {
  const passages = new Passages(place);
  for (const piece of text.pieces()) {
    if (piece && 'html' in piece) passages.add(piece.html);
    else if (piece && 'opens' in piece) passages.open(piece.opens);
    else if (piece) passages.close();
    yield;
  }
  // Until now it said that more comes.
  place.nextElementSibling?.remove();
  place.removeAttribute('aria-busy');
}
