import { domainToASCII } from 'node:url';
import { mapAddresses } from '@satchel/core/html/host-addresses.ts';
import { escapeHtml, summarise } from '@satchel/core/html/plain-text.ts';
import { sanitiseOnHost } from '@satchel/core/html/sanitise-on-host.ts';
import { withDirections } from '@satchel/core/html/text-direction.ts';
import {
  fillTokensInHtml,
  fillTokensInText,
  type TokenValues,
  tokenValues,
} from '@satchel/core/pack/fill-tokens.ts';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Config } from '#config.ts';
import type { Keys } from '#keys.ts';
import { addedByFilling, markersIn } from './filled-length.ts';
import { htmlAsLines } from './html-as-lines.ts';
import { headerText, type Mailbox, readSender } from './mail-address.ts';
import type { CodeMail, MailContent, NoticeMail, PackMail } from './mail-content.ts';
import { mailButton, mailNotice, mailPage } from './mail-design.ts';
import { messageIdOf } from './message-id.ts';
import { mailTexts } from './texts.ts';

export interface ComposedMail {
  envelope: { from: string; to: string };
  /** The whole message as it goes over the wire. */
  bytes: Buffer;
}

type MailConfig = Pick<Config, 'publicUrl' | 'brand' | 'mailFrom' | 'bounces'>;

interface Parts {
  config: MailConfig;
  keys: Pick<Keys, 'unseal' | 'signMail'>;
}

/**
 * Puts a mail together. Nothing a person typed can add a header or a recipient: headers are single lines of text,
 * addresses are checked, and everything else is encoded. Throws when its words, with names filled in, are far too long.
 * @param id names the mail for ever: the same row gives the same `Message-ID` at every try
 * @param date when it was queued
 */
export async function composeMail({ config, keys }: Parts, id: string, content: MailContent, date: number) {
  const from = readSender(config.mailFrom);
  const [, domain = ''] = from.address.split('@');
  const mail = content.kind === 'code' ? codeNotice(config, keys, content) : content;
  const { html, text } = mail.kind === 'pack' ? packParts(config, keys, mail) : noticeParts(config, mail);
  const message = new MailComposer({
    // The composer knows how servers without Unicode write an address.
    envelope: { from: config.bounces.address ?? from.address, to: mail.to.address },
    from: mail.kind === 'pack' ? inTheNameOf(mail.senderName, from) : from,
    to: mail.to,
    ...(mail.kind === 'pack' && { replyTo: mail.replyTo }),
    subject: headerText(mail.kind === 'pack' ? tokensOf(mail).message_subject : mail.subject),
    date: new Date(date),
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      // In one line, however long: not everyone who files or returns mails unfolds it.
      'Message-ID': {
        prepared: true,
        value: messageIdOf(keys, id, domainToASCII(domain) || domain),
      },
      ...(mail.kind === 'notice' && { 'Auto-Submitted': 'auto-generated' }),
    },
  }).compile();
  const { from: sender, to } = message.getEnvelope();
  return {
    envelope: { from: String(sender), to: String(to) },
    bytes: await message.build(),
  } satisfies ComposedMail;
}

/** Nobody opens a mail from a program: whoever sent it is named, at the address that may send. */
function inTheNameOf(senderName: string, { name, address }: Mailbox): Mailbox {
  const sender = headerText(senderName);
  return { name: sender === '' ? name : headerText(mailTexts.senderVia(sender, name)), address };
}

const tokensOf = (mail: PackMail) =>
  tokenValues({
    recipient_name: mail.recipientName,
    recipient_company: mail.company,
    sender_name: mail.senderName,
    message_subject: mail.subject,
  });

function packParts(config: MailConfig, keys: Parts['keys'], mail: PackMail) {
  const link = `${config.publicUrl}/p/${keys.unseal(mail.sealedToken)}`;
  const tokens = tokensOf(mail);
  const title = headerText(fillTokensInText(mail.packTitle, tokens));
  assertNotTooLong(mail.message, tokens);
  const filled = fillTokensInHtml(mail.message, tokens);
  const message = mapAddresses(sanitiseOnHost(filled, 'plain'), (address) =>
    leadsAway(address, config.publicUrl) ? address : link,
  );
  const signature = signatureLines(mail);
  const footer = mailTexts.sentBy(config.brand.name);
  const body = [
    mail.meantFor === null ? '' : mailNotice(mailTexts.sandbox(mail.meantFor)),
    `<div dir="auto">${withDirections(withEvenGaps(message))}</div>`,
    `<p style="margin:24px 0 0;">${openPackIntro(title)}</p>`,
    mailButton(link, mailTexts.openPack, config.brand.color),
    `<p style="margin:0;font-size:12px;line-height:18px;color:#61696e;">${mailTexts.orCopy}<br><a href="${escapeHtml(link)}" style="color:#4c5459;word-break:break-all;">${escapeHtml(link)}</a></p>`,
    signature.length > 0
      ? `<p style="margin:28px 0 0;padding-top:20px;border-top:1px dashed #dfa377;">${signature.map((line, index) => (index === 0 ? `<strong>${inOwnDirection(line)}</strong>` : inOwnDirection(line))).join('<br>')}</p>`
      : '',
  ].join('\n');
  const openings = [
    mail.meantFor === null ? '' : escapeHtml(mailTexts.sandbox(mail.meantFor)),
    message,
    escapeHtml(mailTexts.openPackIntro(title)),
  ];
  const opening = summarise(openings.join('<br>'), openingLetters);
  const text = [
    ...(mail.meantFor === null ? [] : [mailTexts.sandbox(mail.meantFor)]),
    htmlAsLines(message),
    `${mailTexts.openPackIntro(title)}\n${link}`,
    ...(signature.length > 0 ? [`-- \n${signature.join('\n')}`] : []),
  ];
  return {
    html: mailPage({
      brand: config.brand,
      subject: tokens.message_subject,
      opening,
      body,
      footer: escapeHtml(footer),
    }),
    text: `${text.filter((part) => part !== '').join('\n\n')}\n`,
  };
}

// Sanitising a million characters holds up everybody for half a second. No mail that a person reads is as long.
const mostFilled = 1_000_000;

function assertNotTooLong(message: string, tokens: TokenValues) {
  const length = message.length + addedByFilling(markersIn([message]), tokens);
  if (length > mostFilled) throw new Error(`Filled in, its message may have ${length} characters`);
}

// As much as any program shows of a mail in a list.
const openingLetters = 140;

/** A line of a person's words among ours. */
const inOwnDirection = (words: string) => `<span dir="auto">${escapeHtml(words)}</span>`;

const openPackIntro = (title: string) =>
  escapeHtml(mailTexts.openPackIntro(title)).replace(escapeHtml(title), () => inOwnDirection(title));

/**
 * Mail programmes put gaps of their own around paragraphs, above the first one too. The items of a list stand closer. An
 * empty line has no height without a blank in it.
 */
const withEvenGaps = (html: string) =>
  html
    .replace(/(<p\b[^>]*>)\s*<\/p>/g, '$1&nbsp;</p>')
    .replace(/<p(?: style="([^"]*)")?>/g, '<p style="margin:0 0 16px;$1">')
    .replaceAll('<li><p style="margin:0 0 16px;', '<li><p style="margin:0 0 4px;');

const signatureLines = ({ signature }: PackMail) =>
  signature === null
    ? []
    : [signature.title, signature.jobTitle, signature.telephone, signature.telephone2, signature.email]
        .map(headerText)
        .filter((line) => line !== '');

const filePaths = /^\/(?:sites\/default\/files|app\/pwa\/sitefiles)\//;

/** Content files are read by whoever holds their address, so a prospect never gets one: such a link leads to the pack. */
function leadsAway(address: string, publicUrl: string) {
  if (/^(?:mailto|tel):/i.test(address)) return true;
  const url = URL.parse(address);
  return url !== null && !(url.origin === new URL(publicUrl).origin && filePaths.test(url.pathname));
}

const codeNotice = (config: MailConfig, keys: Parts['keys'], { to, sealedCode }: CodeMail): NoticeMail => ({
  kind: 'notice',
  to,
  subject: mailTexts.codeSubject(config.brand.name),
  text: mailTexts.code(keys.unseal(sealedCode), config.brand.name),
});

function noticeParts(config: MailConfig, { subject, text }: NoticeMail) {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => escapeHtml(paragraph.trim()).replaceAll('\n', '<br>'));
  const body = paragraphs.map((paragraph) => `<p style="margin:0 0 16px;">${paragraph}</p>`).join('\n');
  const footer = escapeHtml(config.brand.name);
  return { html: mailPage({ brand: config.brand, subject, body, footer }), text: `${text}\n` };
}
