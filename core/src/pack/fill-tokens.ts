import { type PersonalToken, personalTokens } from '#contract/personal-tokens.ts';
import { escapeHtml } from '#html/plain-text.ts';

export type TokenValues = Record<PersonalToken, string>;

const marker = new RegExp(`\\{\\{\\s*(${Object.keys(personalTokens).join('|')})\\s*\\}\\}`, 'g');

// One pass: a value that looks like a marker itself is not expanded again.
const fill = (text: string, values: TokenValues, write: (value: string) => string) =>
  text.replace(marker, (_, token: PersonalToken) => write(values[token]));

/** Fills the tokens of a plain text; the answer is plain text and still has to be escaped. */
export const fillTokensInText = (text: string, values: TokenValues) => fill(text, values, (value) => value);

/** The values of one message. Its subject, by default the title of its pack, may name the others itself. */
export const tokenValues = (values: TokenValues): TokenValues => ({
  ...values,
  message_subject: fillTokensInText(values.message_subject, { ...values, message_subject: '' }).trim(),
});

const tagWithQuotedValues = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
const inAddress = (value: string) => encodeURIComponent(value.toWellFormed());

const address = /(\s(?:href|src)\s*=\s*)("[^"]*"|'[^']*')/gi;

/**
 * Fills the tokens of an HTML text with plain-text values. In an address a value is percent-encoded, so that it can
 * be a part of one but never turn it into another. The answer still has to be sanitised.
 */
export function fillTokensInHtml(html: string, values: TokenValues) {
  // Most texts have none, and a text of ten megabytes takes long to look through for tags.
  if (!html.includes('{{')) return html;
  const addressesFilled = html.replace(tagWithQuotedValues, (tag) =>
    tag.replace(address, (_, start, value) => `${start}${fill(value, values, inAddress)}`),
  );
  return fill(addressesFilled, values, escapeHtml);
}

const charactersInStep = 32_768;

/** The same in steps. A text is cut where a tag ends, which no marker reaches over. */
export function* fillTokensInSteps(html: string, values: TokenValues): Generator<void, string> {
  if (!html.includes('{{')) return html;
  const tags = new RegExp(tagWithQuotedValues);
  let filled = '';
  let from = 0;
  while (tags.test(html)) {
    if (tags.lastIndex - from < charactersInStep) continue;
    filled += fillTokensInHtml(html.slice(from, tags.lastIndex), values);
    from = tags.lastIndex;
    yield;
  }
  return filled + fillTokensInHtml(html.slice(from), values);
}
